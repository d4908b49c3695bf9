import { expect, it } from 'vitest'
import { dashboardQuery, readDashboardSearch } from './dashboard.search.ts'

it('takes a period of days from the address only if it is whole', () => {
  const days = { period: 'custom', from: '2026-03-01', to: '2026-03-02' }
  expect(readDashboardSearch(days)).toEqual(days)
  expect(readDashboardSearch({ ...days, to: '2026-02-01' })).toEqual({})
  expect(readDashboardSearch({ ...days, from: 'yesterday' })).toEqual({})
  expect(readDashboardSearch({ period: '30d', from: '2026-03-01' })).toEqual({ period: '30d' })
  expect(readDashboardSearch({ period: '7d', scope: 'me', mailbox: '' })).toEqual({})
})

it('includes the last day of the period', () => {
  const { from, to } = dashboardQuery({ period: 'custom', from: '2026-03-01', to: '2026-03-01' })
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 60 * 60 * 1000)
})
