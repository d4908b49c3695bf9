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

type Asked<R> = {
  source: Source
  /** With the source, what is asked for: the same words mean the same rows. */
  what: string
  times: number[]
  /** How many times make a day. */
  perDay: number
  timeOf(row: R): number
  find(times: number[]): Promise<R[]>
}

/** The rows of each time, those that this process does not have in one statement. */
async function read<R extends AnyRow>({ cache, versionOf, db }: Snapshot, asked: Asked<R>) {
  const { source, what, perDay, timeOf, find } = asked
  const keyOf = (time: number) => `${source} ${what} ${time}`
  const version = (time: number) => versionOf(source, Math.floor(time / perDay))
  const byTime = new Map<number, R[]>()
  const missing = new Map<number, R[]>()
  for (const time of new Set(asked.times)) {
    const known = cache.get<R[]>(keyOf(time), version(time))
    if (known) byTime.set(time, known)
    else missing.set(time, [])
  }
  if (missing.size === 0) return byTime
  await useKnownPlans(db)
  for (const row of await find([...missing.keys()])) missing.get(timeOf(row))?.push(row)
  for (const [time, rows] of missing) {
    byTime.set(time, rows)
    cache.set(
      keyOf(time),
      version(time),
      rows,
      rows.reduce((sum, row) => sum + sizeOf(row), rowSize),
    )
  }
  return byTime
}

const nameOf = ({ memberId, workflowId, mailboxId }: Filter) => `${memberId} ${workflowId} ${mailboxId}`

export const readDays = (s: Snapshot, source: Source, filter: Filter, days: number[]) =>
  read<DayRow>(s, {
    source,
    what: `days ${nameOf(filter)}`,
    times: days,
    perDay: 1,
    timeOf: ({ day }) => day,
    find: (missing) => findDays(s.db, source, filter, missing),
  })

export const readDaysBy = (s: Snapshot, by: By, days: number[]) =>
  read<DayRow>(s, {
    source: by.source,
    what: `days by ${by.by} ${nameOf(by.filter)}`,
    times: days,
    perDay: 1,
    timeOf: ({ day }) => day,
    find: (missing) => findDaysBy(s.db, by, missing),
  })

export const readTotalsBy = (s: Snapshot, by: By, days: number[]) =>
  read<TotalRow & AnyRow>(s, {
    source: by.source,
    what: `totals by ${by.by} ${nameOf(by.filter)}`,
    times: days,
    perDay: 1,
    timeOf: ({ day }) => day,
    find: (missing) => findTotalsBy(s.db, by, missing),
  })

export const readDurations = (s: Snapshot, filter: Filter, hours: 1 | 24, starts: number[]) =>
  read<DurationRow>(s, {
    source: 'executions',
    what: `durations of ${hours} ${nameOf(filter)}`,
    times: starts,
    perDay: 24,
    timeOf: ({ start }) => start,
    find: (missing) => findDurations(s.db, filter, hours, missing),
  })

export const readEvents = (s: Snapshot, source: Source, filter: Filter, hours: number[]) =>
  read<EventRow>(s, {
    source,
    what: `events ${nameOf(filter)}`,
    times: hours,
    perDay: 24,
    timeOf: ({ hour }) => hour,
    find: (missing) => findEvents(s.db, source, filter, missing),
  })
