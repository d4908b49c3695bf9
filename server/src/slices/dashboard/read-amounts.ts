import type { Subject } from './figure-cache.ts'
import type { Filter } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import type { Request } from './read-figures.ts'
import type { By } from './roll-ups.store.ts'
import { type Packed, readEvents, readPieces, readPiecesBy, type Snapshot } from './roll-ups.ts'
import type { Piece } from './split-window.ts'
import { type Amount, edgeAmounts } from './sum-amounts.ts'

type Add = (about: Subject, amount: number) => void

/** Adds up pieces of days, any number of times. */
function createSum({ cache: { subjects } }: Snapshot) {
  const sums = new Float64Array(subjects.length)
  return (pieces: Iterable<Packed>, add: Add) => {
    const touched: number[] = []
    for (const { numbers, amounts } of pieces)
      for (let i = 0; i < numbers.length; i++) {
        const number = numbers[i] as number
        if (sums[number] === 0) touched.push(number)
        sums[number] = (sums[number] as number) + (amounts[i] as number)
      }
    for (const number of touched) {
      add(subjects[number] as Subject, sums[number] as number)
      sums[number] = 0
    }
  }
}

/** What is counted in whole quarters of an hour, by bucket. */
export async function readAmounts(snapshot: Snapshot, source: Source, filter: Filter, pieces: Piece[]) {
  const packed = await readPieces(snapshot, source, filter, pieces)
  const buckets = Map.groupBy(packed.entries(), ([i]) => pieces[i]?.bucket ?? 0)
  const sum = createSum(snapshot)
  const amounts: (Amount & { detail: string })[] = []
  for (const [bucket, entries] of buckets)
    sum(
      entries.map(([, piece]) => piece),
      ({ measure, detail }, n) => amounts.push({ measure, detail, bucket, n }),
    )
  return amounts
}

/** What is counted in parts of a quarter of an hour, by bucket. */
export const readEdges = async (
  snapshot: Snapshot,
  source: Source,
  filter: Filter,
  { edges }: Pick<Request, 'edges'>,
) =>
  edgeAmounts(
    await readEvents(
      snapshot,
      source,
      filter,
      edges.map(({ hour }) => hour),
    ),
    edges,
  )

/** Adds up what is counted in whole quarters of an hour, by workflow or by member. */
export async function addAmountsBy(snapshot: Snapshot, by: By, pieces: Piece[], add: Add) {
  const packed = await readPiecesBy(snapshot, by, pieces)
  createSum(snapshot)(packed, add)
}
