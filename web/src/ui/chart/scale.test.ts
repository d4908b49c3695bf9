import { expect, it } from 'vitest'
import { labelled, ticksOf } from './scale.ts'

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 3, 6, 9]],
  [466, [0, 200, 400, 600]],
  [600, [0, 200, 400, 600]],
])('marks an axis up to %s', (peak, ticks) => {
  expect(ticksOf(peak)).toEqual(ticks)
})

it('marks fractions of what is not counted', () => {
  expect(ticksOf(0.42).map((tick) => tick.toFixed(1))).toEqual(['0.0', '0.2', '0.4', '0.6'])
})

it('labels as many as there is room for', () => {
  const shown = labelled(30, 320, 40)
  expect(Array.from({ length: 30 }, (_, at) => at).filter(shown)).toEqual([0, 4, 8, 12, 16, 20, 24, 28])
})
