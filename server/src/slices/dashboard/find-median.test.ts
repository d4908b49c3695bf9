import fc from 'fast-check'
import { expect, it } from 'vitest'
import { medianOf } from './find-median.ts'

/** Sorted durations with running counts, behind something else. */
function listOf(durations: number[]) {
  const sorted = durations.toSorted((a, b) => a - b)
  const marks = [...new Set(sorted)]
  const upto = marks.map((mark) => sorted.findLastIndex((one) => one === mark) + 1)
  return {
    marks: Float64Array.of(7, ...marks),
    upto: Float64Array.of(1, ...upto),
    start: 1,
    end: marks.length + 1,
  }
}

it('is the lower median of sorted lists and of what is in none', () => {
  const duration = fc.oneof(fc.nat(5), fc.nat(1000), fc.nat(2 ** 40))
  const durations = fc.array(duration, { maxLength: 20 })
  const property = fc.property(
    fc.array(durations, { maxLength: 5 }),
    durations,
    durations,
    (lists, loose, more) => {
      const all = [...lists.flat(), ...loose, ...more].sort((a, b) => a - b)
      const median = all[Math.floor((all.length + 1) / 2) - 1] ?? null
      expect(medianOf({ lists: lists.map(listOf), loose }, more)).toBe(median)
    },
  )
  fc.assert(property)
})
