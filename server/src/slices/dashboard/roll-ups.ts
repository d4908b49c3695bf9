import type { Db } from '../../platform/db/database.ts'
import type { FigureCache } from './figure-cache.ts'
import type { Filter } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import {
  type By,
  type DurationRow,
  type EventRow,
  findDurations,
  findEvents,
  findPieces,
  findPiecesBy,
  type PieceRow,
} from './roll-ups.store.ts'
import type { Piece } from './split-window.ts'

/** Thrown outside a transaction, where the roll-ups may have changed since the versions were read. */
export class NotCached extends Error {}

/** The versions of what is counted at one moment, and of what this process has. */
export type Snapshot = {
  db: Db
  /** Whether the database still shows that moment. */
  isTransaction: boolean
  cache: FigureCache
  versionOf(source: Source, day: number): number
}

const rowSize = 10
type AnyRow = Partial<Pick<DurationRow & EventRow, 'marks' | 'upto' | 'offsets' | 'took'>>
/** In numbers, roughly. */
const sizeOf = ({ marks, upto, offsets, took }: AnyRow) =>
  [marks, upto, offsets, took].reduce((sum, list) => sum + (list?.length ?? 0), rowSize)

type Asked<R> = {
  source: Source
  /** With the source, what is asked for: the same words mean the same rows. */
  what: string
  times: number[]
  timeOf(row: R): number
  find(times: number[]): Promise<R[]>
}

/** What there is of each hour; what this process does not have is read in one statement. */
async function read<R extends AnyRow>({ cache, versionOf, isTransaction }: Snapshot, asked: Asked<R>) {
  const { source, what, timeOf, find } = asked
  const keyOf = (time: number) => `${source} ${what} ${time}`
  const version = (time: number) => versionOf(source, Math.floor(time / 24))
  const byTime = new Map<number, R[]>()
  const missing = new Map<number, R[]>()
  for (const time of new Set(asked.times)) {
    const known = cache.get<R[]>(keyOf(time), version(time))
    if (known) byTime.set(time, known)
    else missing.set(time, [])
  }
  if (missing.size === 0) return byTime
  if (!isTransaction) throw new NotCached()
  for (const row of await find([...missing.keys()])) missing.get(timeOf(row))?.push(row)
  for (const [time, rows] of missing) {
    byTime.set(time, rows)
    const size = rows.reduce((sum, row) => sum + sizeOf(row), rowSize)
    cache.set(keyOf(time), version(time), rows, size)
  }
  return byTime
}

/** The amounts of a piece, and the numbers that the cache gave to what they are about. */
export type Packed = { numbers: Int32Array; amounts: Float64Array }

const pack = ({ numberOf }: FigureCache, rows: PieceRow[]): Packed => ({
  numbers: Int32Array.from(rows, ({ subject, memberId, measure, detail }) =>
    numberOf({ subject, memberId, measure, detail }),
  ),
  amounts: Float64Array.from(rows, ({ amount }) => amount),
})

type AskedPieces = { source: Source; what: string; find(pieces: Piece[]): Promise<PieceRow[]> }

/** What is counted in each piece; what this process does not have is read in one statement. */
async function readPacked(
  { cache, versionOf, isTransaction }: Snapshot,
  asked: AskedPieces,
  pieces: Piece[],
) {
  const { source, what, find } = asked
  const keyOf = ({ day, fromQuarter, toQuarter }: Piece) =>
    `${source} ${what} ${day} ${fromQuarter} ${toQuarter}`
  const version = ({ day }: Piece) => versionOf(source, day)
  const packed = pieces.map((piece) => cache.get<Packed>(keyOf(piece), version(piece)))
  const missing = pieces.filter((_, i) => !packed[i])
  if (missing.length === 0) return packed as Packed[]
  if (!isTransaction) throw new NotCached()
  const rows = missing.map((): PieceRow[] => [])
  for (const row of await find(missing)) if (row.amount !== 0) rows[row.piece]?.push(row)
  const found = missing.map((piece, i) => {
    const value = pack(cache, rows[i] ?? [])
    cache.set(keyOf(piece), version(piece), value, rowSize + 2 * value.numbers.length)
    return value
  })
  return packed.map((known) => known ?? (found.shift() as Packed))
}

const nameOf = ({ memberId, workflowId, mailboxId }: Filter) => `${memberId} ${workflowId} ${mailboxId}`

export const readPieces = (s: Snapshot, source: Source, filter: Filter, pieces: Piece[]) =>
  readPacked(
    s,
    {
      source,
      what: `days ${nameOf(filter)}`,
      find: (missing) => findPieces(s.db, source, filter, missing),
    },
    pieces,
  )

/** By workflow or by member. */
export const readPiecesBy = (s: Snapshot, by: By, pieces: Piece[]) =>
  readPacked(
    s,
    {
      source: by.source,
      what: `days by ${by.by} ${nameOf(by.filter)}`,
      find: (missing) => findPiecesBy(s.db, by, missing),
    },
    pieces,
  )

export const readDurations = (s: Snapshot, filter: Filter, hours: 1 | 24, starts: number[]) =>
  read<DurationRow>(s, {
    source: 'executions',
    what: `durations of ${hours} ${nameOf(filter)}`,
    times: starts,
    timeOf: ({ start }) => start,
    find: (missing) => findDurations(s.db, filter, hours, missing),
  })

export const readEvents = (s: Snapshot, source: Source, filter: Filter, hours: number[]) =>
  read<EventRow>(s, {
    source,
    what: `events ${nameOf(filter)}`,
    times: hours,
    timeOf: ({ hour }) => hour,
    find: (missing) => findEvents(s.db, source, filter, missing),
  })
