import { amountIn, type DayTotals } from './day-totals.ts'
import { edgeAmounts, readEvents } from './events.ts'
import type { FigureCache, Subject } from './figure-cache.ts'
import type { Filter } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import type { Request } from './read-figures.ts'
import { type Day, readDays } from './roll-ups.ts'
import type { Snapshot } from './snapshot.ts'
import type { Piece } from './split-window.ts'
import type { Amount } from './sum-amounts.ts'

/** Adds up pieces of days, any number of times. One at a time: all have the same memory, which `take` leaves empty. */
export function createSum({ subjects, sumsOfAll }: FigureCache) {
  const sums = sumsOfAll()
  let touched: number[] = []
  return {
    add(day: DayTotals, piece: Piece) {
      for (let row = 0; row < day.numbers.length; row++) {
        const amount = amountIn(day, row, piece)
        if (amount === 0) continue
        const number = day.numbers[row] as number
        if (sums[number] === 0) touched.push(number)
        sums[number] = (sums[number] as number) + amount
      }
    },
    /** Gives the sums away, and begins anew. */
    take(use: (about: Subject, sum: number) => void) {
      for (const number of touched) {
        use(subjects[number] as Subject, sums[number] as number)
        sums[number] = 0
      }
      touched = []
    },
  }
}

/** What is counted in whole quarters of an hour, by bucket. */
export async function readAmounts(snapshot: Snapshot, source: Source, filter: Filter, pieces: Piece[]) {
  const days = await readDays(
    snapshot,
    source,
    filter,
    pieces.map(({ day }) => day),
  )
  return amountsOf(snapshot.cache, days, pieces)
}

/** What is counted in pieces, each of its day, by bucket. */
export function amountsOf(cache: FigureCache, days: Day[], pieces: Piece[]): Amount[] {
  const sum = createSum(cache)
  const amounts: Amount[] = []
  for (const [i, piece] of pieces.entries()) {
    const day = days[i]
    if (day) sum.add(day.sums, piece)
    // The pieces of a bucket follow each other.
    if (pieces[i + 1]?.bucket !== piece.bucket)
      sum.take(({ measure }, n) => amounts.push({ measure, bucket: piece.bucket, n }))
  }
  return amounts
}

/** What is counted in parts of a quarter of an hour, by bucket. */
export const readEdges = async (
  snapshot: Snapshot,
  source: Source,
  filter: Filter,
  { edges }: Pick<Request, 'edges'>,
) => edgeAmounts(snapshot.cache, await readEvents(snapshot, source, filter, edges))
