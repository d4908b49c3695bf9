import type { Filter } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import type { Request } from './read-figures.ts'
import type { By } from './roll-ups.store.ts'
import { readDays, readDaysBy, readEvents, readTotalsBy, type Snapshot } from './roll-ups.ts'
import type { Piece } from './split-window.ts'
import { amountIn, amountsIn, edgeAmounts, isWhole } from './sum-amounts.ts'

type Days = Pick<Request, 'pieces' | 'edges'>

/** What is counted in whole quarters of an hour, by bucket. */
export const readAmounts = async (snapshot: Snapshot, source: Source, filter: Filter, pieces: Piece[]) =>
  amountsIn(
    await readDays(
      snapshot,
      source,
      filter,
      pieces.map(({ day }) => day),
    ),
    pieces,
  )

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

const daysOf = (pieces: Piece[]) => pieces.map(({ day }) => day)

/** What is counted in whole quarters of an hour, by workflow or by member. Of most days only the totals are needed. */
export async function readAmountsBy(snapshot: Snapshot, by: By, pieces: Piece[]) {
  const [whole, parts] = [pieces.filter(isWhole), pieces.filter((piece) => !isWhole(piece))]
  const totals = [...(await readTotalsBy(snapshot, by, daysOf(whole))).values()].flat()
  const days = await readDaysBy(snapshot, by, daysOf(parts))
  return [
    ...totals.map(({ subject, memberId, measure, total }) => ({ subject, memberId, measure, n: total })),
    ...parts.flatMap((piece) =>
      (days.get(piece.day) ?? []).map((row) => ({
        subject: row.subject,
        memberId: row.memberId,
        measure: row.measure,
        n: amountIn(row, piece),
      })),
    ),
  ]
}
