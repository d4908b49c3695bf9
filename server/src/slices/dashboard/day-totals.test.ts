import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountIn, lastQuarterIn, packDay } from './day-totals.ts'

type Quarters = [quarter: number, amount: number][]

/** The text of running totals, as PostgreSQL writes it. */
function textOf(number: number, quarters: Quarters) {
  let total = 0
  const upto = quarters.map(([, amount]) => (total += amount))
  return { number, marks: `{${quarters.map(([quarter]) => quarter)}}`, upto: `{${upto}}` }
}

// Costs of a day exceed what 32 bits hold.
const quarters = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 0, max: 2 ** 40 })), {
    selector: ([quarter]) => quarter,
    maxLength: 20,
  })
  .map((list): Quarters => list.toSorted((a, b) => a[0] - b[0]))

it('cuts a day between any two quarters of an hour, and adds up rows of the same number', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), quarters), { maxLength: 8 })
  const cut = fc.tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 0, max: 96 }))
  const property = fc.property(rows, cut, (list, ends) => {
    const [fromQuarter, toQuarter] = [Math.min(...ends), Math.max(...ends)]
    const day = packDay(list.map(([number, of]) => textOf(number, of)))
    for (const number of new Set(list.map(([one]) => one))) {
      const inside = list
        .filter(([one]) => one === number)
        .flatMap(([, of]) => of)
        .filter(([quarter, amount]) => quarter >= fromQuarter && quarter < toQuarter && amount > 0)
      const row = day.numbers.indexOf(number)
      expect(amountIn(day, row, { fromQuarter, toQuarter })).toBe(
        inside.reduce((sum, [, amount]) => sum + amount, 0),
      )
      expect(lastQuarterIn(day, row, { fromQuarter, toQuarter })).toBe(
        Math.max(-1, ...inside.map(([quarter]) => quarter)),
      )
    }
  })
  fc.assert(property)
})
