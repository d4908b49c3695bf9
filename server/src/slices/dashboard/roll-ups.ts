import { bytesOfDay, type DayTotals, emptyDay, packDay, quartersOfDay } from './day-totals.ts'
import type { Filter } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import { type By, type DayRow, findDays, findDaysBy, findWholeDaysBy } from './roll-ups.store.ts'
import { readTimes, type Snapshot } from './snapshot.ts'
import type { Piece } from './split-window.ts'

export const nameOf = ({ memberId, workflowId, mailboxId }: Filter) =>
  `${memberId} ${workflowId} ${mailboxId}`

/** Amounts of a day: by measure, and by measure and detail. The same where there are no details. */
export type Day = { sums: DayTotals; details: DayTotals }

const packRows = ({ cache }: Snapshot, rows: DayRow[], hasDetail: boolean) =>
  packDay(
    rows.map(({ subject, memberId, measure, detail, marks, upto }) => ({
      number: cache.numberOf({ subject, memberId, measure, detail: hasDetail ? detail : '' }),
      marks,
      upto,
    })),
  )

const rowsByDay = (rows: DayRow[], days: number[]) => {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return days.map((day) => byDay.get(day) ?? [])
}

/** With `listed`, only this measure can be cut; of the others the sums of the days are known. */
export const readDays = (s: Snapshot, source: Source, filter: Filter, days: number[], listed?: string) =>
  readTimes<Day>(s, {
    source,
    what: `days ${listed} ${nameOf(filter)}`,
    times: days,
    empty: { sums: emptyDay, details: emptyDay },
    find: async (missing) =>
      rowsByDay(await findDays(s.db, source, filter, missing, listed), missing).map((rows) => {
        const sums = packRows(s, rows, false)
        return { sums, details: rows.some(({ detail }) => detail !== '') ? packRows(s, rows, true) : sums }
      }),
    bytesOf: ({ sums, details }) => bytesOfDay(sums) + (details === sums ? 0 : bytesOfDay(details)),
  })

const isWhole = ({ fromQuarter, toQuarter }: Piece) => fromQuarter === 0 && toQuarter === quartersOfDay

/** By workflow or by member, for each piece. Of whole days only the sums are read. */
export async function readDaysBy(s: Snapshot, by: By, pieces: Piece[]): Promise<DayTotals[]> {
  // Those of one workflow are its own.
  if (by.by === 'workflow' && by.filter.workflowId !== null) {
    const days = await readDays(
      s,
      by.source,
      by.filter,
      pieces.map(({ day }) => day),
    )
    return days.map(({ sums }) => sums)
  }
  const read = async (what: string, asked: Piece[], find: typeof findDaysBy) => {
    const times = asked.map(({ day }) => day)
    const found = await readTimes<DayTotals>(s, {
      source: by.source,
      what: `${what} by ${by.by} ${nameOf(by.filter)}`,
      times,
      empty: emptyDay,
      find: async (missing) =>
        rowsByDay(await find(s.db, by, missing), missing).map((rows) => packRows(s, rows, !by.measures)),
      bytesOf: bytesOfDay,
    })
    return new Map(asked.map((piece, i) => [piece, found[i] as DayTotals]))
  }
  const cutPieces = pieces.filter((piece) => !isWhole(piece))
  const [whole, cut] = await Promise.all([
    read('whole days', pieces.filter(isWhole), findWholeDaysBy),
    read('days', cutPieces, findDaysBy),
  ])
  return pieces.map((piece) => (whole.get(piece) ?? cut.get(piece)) as DayTotals)
}
