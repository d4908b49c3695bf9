import { createNumberList, type Numbers } from './number-list.ts'
import type { Piece } from './split-window.ts'

/**
 * Running totals of a day by quarter of an hour. Row `i` is about `numbers[i]` and ends before `ends[i]`: `upto[k]` is the
 * sum of all its quarters up to `marks[k]`.
 */
export type DayTotals = { numbers: Int32Array; ends: Uint32Array; marks: Uint8Array; upto: Numbers }

export const quartersOfDay = 96

/** Lists as text; the rows of one number are added up. */
export type TotalsText = { number: number; marks: string; upto: string }

const marks = createNumberList()
const upto = createNumberList()

function addUp(rows: Iterable<TotalsText>): Map<number, Float64Array> {
  const byNumber = new Map<number, Float64Array>()
  for (const row of rows) {
    let quarters = byNumber.get(row.number)
    if (!quarters) {
      quarters = new Float64Array(quartersOfDay)
      byNumber.set(row.number, quarters)
    }
    marks.clear()
    upto.clear()
    marks.addText(row.marks)
    upto.addText(row.upto)
    for (let i = 0, last = 0; i < marks.length(); last = upto.at(i++)) {
      const quarter = marks.at(i)
      quarters[quarter] = (quarters[quarter] as number) + upto.at(i) - last
    }
  }
  return byNumber
}

export function packDay(rows: Iterable<TotalsText>): DayTotals {
  const byNumber = addUp(rows)
  const ends: number[] = []
  marks.clear()
  upto.clear()
  for (const quarters of byNumber.values()) {
    let total = 0
    for (let quarter = 0; quarter < quartersOfDay; quarter++) {
      if (quarters[quarter] === 0) continue
      total += quarters[quarter] as number
      marks.push(quarter)
      upto.push(total)
    }
    ends.push(marks.length())
  }
  return {
    numbers: Int32Array.from(byNumber.keys()),
    ends: Uint32Array.from(ends),
    marks: marks.pack() as Uint8Array,
    upto: upto.pack(),
  }
}

export const emptyDay = packDay([])

const startOf = ({ ends }: DayTotals, row: number) => (row === 0 ? 0 : (ends[row - 1] as number))

/** The index behind the last mark of a row before a quarter. */
function endBefore(day: DayTotals, row: number, quarter: number): number {
  let [low, high] = [startOf(day, row), day.ends[row] as number]
  if (quarter >= quartersOfDay) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((day.marks[middle] as number) < quarter) low = middle + 1
    else high = middle
  }
  return low
}

const totalBefore = (day: DayTotals, row: number, quarter: number) => {
  if (quarter === 0) return 0
  const end = endBefore(day, row, quarter)
  return end === startOf(day, row) ? 0 : (day.upto[end - 1] as number)
}

type Cut = Pick<Piece, 'fromQuarter' | 'toQuarter'>

/** What a row has in some quarters. */
export const amountIn = (day: DayTotals, row: number, { fromQuarter, toQuarter }: Cut) =>
  totalBefore(day, row, toQuarter) - totalBefore(day, row, fromQuarter)

/** The last of some quarters in which a row has anything; -1 if there is none. */
export function lastQuarterIn(day: DayTotals, row: number, { fromQuarter, toQuarter }: Cut): number {
  const end = endBefore(day, row, toQuarter)
  const last = end === startOf(day, row) ? -1 : (day.marks[end - 1] as number)
  return last < fromQuarter ? -1 : last
}

export const bytesOfDay = ({ numbers, ends, marks, upto }: DayTotals) =>
  numbers.byteLength + ends.byteLength + marks.byteLength + upto.byteLength
