import { expect, it } from 'vitest'
import { fitConnections, shareConnections } from './share-connections.ts'

it('divides the connections between requests, webhook calls, runs and the background', () => {
  expect(shareConnections(24, ['api', 'worker'])).toEqual({ api: 7, intake: 2, runs: 8, background: 7 })
  expect(shareConnections(24, ['worker'])).toEqual({ api: 2, intake: 2, runs: 12, background: 12 })
  expect(shareConnections(24, ['api'])).toEqual({ api: 22, intake: 2, runs: 2, background: 2 })
})

it('never exceeds the total with both roles, and gives each at least two', () => {
  for (let total = 8; total <= 200; total++) {
    const shares = Object.values(shareConnections(total, ['api', 'worker']))
    expect(shares.reduce((sum, share) => sum + share)).toBe(total)
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(2)
  }
})

it('uses fewer connections on a small server', () => {
  expect(fitConnections(24, 97)).toBe(24)
  expect(fitConnections(24, 30)).toBe(15)
  expect(fitConnections(24, 17)).toBe(8)
})
