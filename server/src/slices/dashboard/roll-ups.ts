import type { Db } from '../../platform/db/database.ts'
import type { FigureCache } from './figure-cache.ts'
import type { Filter } from './figures.store.ts'
import { useKnownPlans } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import {
  type By,
  type DayRow,
  type DurationRow,
  type EventRow,
  findDays,
  findDaysBy,
  findDurations,
  findEvents,
  findTotalsBy,
  type TotalRow,
} from './roll-ups.store.ts'

/** A transaction with one snapshot, and the versions of what is counted in it. */
export type Snapshot = {
  db: Db
  cache: FigureCache
  versionOf(source: Source, day: number): number
}

const rowSize = 10
type AnyRow = Partial<Pick<DayRow & EventRow, 'marks' | 'upto' | 'offsets' | 'took'>>
/** In numbers, roughly. */
const sizeOf = ({ marks, upto, offsets, took }: AnyRow) =>
  [marks, upto, offsets, took].reduce((sum, list) => sum + (list?.length ?? 0), rowSize)

type Asked<R, V> = {
  source: Source
  /** With the source, what is asked for: the same words mean the same rows. */
  what: string
  times: number[]
  /** How many times make a day. */
  perDay: number
  timeOf(row: R): number
  find(times: number[]): Promise<R[]>
  /** What is kept of the rows of one time. */
  keep(rows: R[]): V
}
const asTheyAre = <R>(rows: R[]) => rows

/** What there is of each time; what this process does not have is read in one statement. */
async function read<R extends AnyRow, V>({ cache, versionOf, db }: Snapshot, asked: Asked<R, V>) {
  const { source, what, perDay, timeOf, find, keep } = asked
  const keyOf = (time: number) => `${source} ${what} ${time}`
  const version = (time: number) => versionOf(source, Math.floor(time / perDay))
  const byTime = new Map<number, V>()
  const missing = new Map<number, R[]>()
  for (const time of new Set(asked.times)) {
    const known = cache.get<V>(keyOf(time), version(time))
    if (known) byTime.set(time, known)
    else missing.set(time, [])
  }
  if (missing.size === 0) return byTime
  await useKnownPlans(db)
  for (const row of await find([...missing.keys()])) missing.get(timeOf(row))?.push(row)
  for (const [time, rows] of missing) {
    const value = keep(rows)
    byTime.set(time, value)
    const size = rows.reduce((sum, row) => sum + sizeOf(row), rowSize)
    cache.set(keyOf(time), version(time), value, size)
  }
  return byTime
}

const nameOf = ({ memberId, workflowId, mailboxId }: Filter) => `${memberId} ${workflowId} ${mailboxId}`

export const readDays = (s: Snapshot, source: Source, filter: Filter, days: number[]) =>
  read<DayRow, DayRow[]>(s, {
    source,
    what: `days ${nameOf(filter)}`,
    times: days,
    perDay: 1,
    timeOf: ({ day }) => day,
    find: (missing) => findDays(s.db, source, filter, missing),
    keep: asTheyAre,
  })

export const readDaysBy = (s: Snapshot, by: By, days: number[]) =>
  read<DayRow, DayRow[]>(s, {
    source: by.source,
    what: `days by ${by.by} ${nameOf(by.filter)}`,
    times: days,
    perDay: 1,
    timeOf: ({ day }) => day,
    find: (missing) => findDaysBy(s.db, by, missing),
    keep: asTheyAre,
  })

/** The totals of a day, as numbers of `rows` of the cache: there are thousands in a month. */
type PackedTotals = { numbers: Int32Array; totals: Float64Array }

const packTotals = ({ numberOf }: FigureCache, rows: TotalRow[]): PackedTotals => ({
  numbers: Int32Array.from(rows, ({ subject, memberId, measure }) =>
    numberOf({ subject, memberId, measure }),
  ),
  totals: Float64Array.from(rows, ({ total }) => total),
})

export const readTotalsBy = (s: Snapshot, by: By, days: number[]) =>
  read<TotalRow & AnyRow, PackedTotals>(s, {
    source: by.source,
    what: `totals by ${by.by} ${nameOf(by.filter)}`,
    times: days,
    perDay: 1,
    timeOf: ({ day }) => day,
    find: (missing) => findTotalsBy(s.db, by, missing),
    keep: (rows) => packTotals(s.cache, rows),
  })

export const readDurations = (s: Snapshot, filter: Filter, hours: 1 | 24, starts: number[]) =>
  read<DurationRow, DurationRow[]>(s, {
    source: 'executions',
    what: `durations of ${hours} ${nameOf(filter)}`,
    times: starts,
    perDay: 24,
    timeOf: ({ start }) => start,
    find: (missing) => findDurations(s.db, filter, hours, missing),
    keep: asTheyAre,
  })

export const readEvents = (s: Snapshot, source: Source, filter: Filter, hours: number[]) =>
  read<EventRow, EventRow[]>(s, {
    source,
    what: `events ${nameOf(filter)}`,
    times: hours,
    perDay: 24,
    timeOf: ({ hour }) => hour,
    find: (missing) => findEvents(s.db, source, filter, missing),
    keep: asTheyAre,
  })
