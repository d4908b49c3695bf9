import type { Subject } from './figure-cache.ts'
import type { Filter } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import type { Request } from './read-figures.ts'
import type { By } from './roll-ups.store.ts'
import { readDays, readDaysBy, readEvents, readTotalsBy, type Snapshot } from './roll-ups.ts'
import type { Piece } from './split-window.ts'
import { amountIn, amountsIn, edgeAmounts, isWhole } from './sum-amounts.ts'

type Days = Pick<Request, 'pieces' | 'edges'>

const daysOf = (pieces: Piece[]) => pieces.map(({ day }) => day)

/** What is counted in whole quarters of an hour, by bucket. */
export const readAmounts = async (snapshot: Snapshot, source: Source, filter: Filter, pieces: Piece[]) =>
  amountsIn(await readDays(snapshot, source, filter, daysOf(pieces)), pieces)

/** What is counted in parts of a quarter of an hour, by bucket. */
export const readEdges = async (
  snapshot: Snapshot,
  source: Source,
  filter: Filter,
  { edges }: Pick<Days, 'edges'>,
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

type Add = (about: Subject, n: number) => void

/**
 * Adds up what is counted in whole quarters of an hour, by workflow or by member. Of most days only the totals are
 * needed.
 */
export async function addAmountsBy(snapshot: Snapshot, by: By, pieces: Piece[], add: Add) {
  const [whole, parts] = [pieces.filter(isWhole), pieces.filter((piece) => !isWhole(piece))]
  const days = await readTotalsBy(snapshot, by, daysOf(whole))
  const { subjects } = snapshot.cache
  const sums = new Float64Array(subjects.length)
  for (const { numbers, totals } of days.values())
    for (let i = 0; i < numbers.length; i++)
      sums[numbers[i] ?? 0] = (sums[numbers[i] ?? 0] ?? 0) + (totals[i] ?? 0)
  for (const [number, n] of sums.entries()) if (n !== 0) add(subjects[number] as Subject, n)
  const ends = await readDaysBy(snapshot, by, daysOf(parts))
  for (const piece of parts) for (const row of ends.get(piece.day) ?? []) add(row, amountIn(row, piece))
}
