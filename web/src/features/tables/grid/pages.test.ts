import { expect, it } from 'vitest'
import { placeOf } from './pages.ts'

it('reads from the beginning as far as the service counts', () => {
  expect(placeOf(0, 1_000_000, false)).toEqual({ offset: 0, limit: 200, stretches: 0, isReversed: false })
  expect(placeOf(499, 1_000_000, false)).toMatchObject({ offset: 99_800, stretches: 0 })
})

it('reads on from the end of a stretch', () => {
  expect(placeOf(500, 1_000_000, false)).toMatchObject({ offset: 0, stretches: 1 })
  expect(placeOf(2501, 1_000_000, false)).toMatchObject({ offset: 200, stretches: 5 })
})

it('reads what is near the end backwards, the last page being shorter', () => {
  expect(placeOf(4999, 999_950, false)).toEqual({ offset: 0, limit: 150, stretches: 0, isReversed: true })
  expect(placeOf(4998, 999_950, false)).toMatchObject({ offset: 150, limit: 200, isReversed: true })
})

it('reads the beginning of a sorted list only', () => {
  expect(placeOf(500, 1_000_000, true)).toMatchObject({ offset: 100_000, stretches: 0 })
  expect(placeOf(501, 1_000_000, true)).toBeUndefined()
})
