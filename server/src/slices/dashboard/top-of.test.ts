import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topOf } from './top-of.ts'

it('finds what sorting would, without those that have nothing', () => {
  const item = fc.record({ n: fc.integer({ min: -1, max: 6 }), id: fc.integer({ min: 0, max: 1000 }) })
  const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 30 })
  const property = fc.property(items, fc.integer({ min: 1, max: 12 }), (list, max) => {
    const sorted = list.filter(({ n }) => n > 0).sort((a, b) => b.n - a.n || a.id - b.id)
    expect(
      topOf(
        list,
        max,
        ({ n }) => n,
        (a, b) => a.id < b.id,
      ),
    ).toEqual(sorted.slice(0, max))
  })
  fc.assert(property)
})
