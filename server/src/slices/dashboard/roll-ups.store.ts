import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type Filter, rowsOf } from './figures.store.ts'
import type { Source } from './progress.store.ts'
import type { Piece } from './split-window.ts'

/** A running total: `upto[i]` is the sum of everything up to `marks[i]`. */
export type Running = { marks: Float64Array; upto: Float64Array }
/** What is counted in a piece of a day; `piece` is its index. */
export type PieceRow = {
  piece: number
  subject: string
  memberId: string
  measure: string
  detail: string
  amount: number
}

const nil = '00000000-0000-0000-0000-000000000000'

function keyOf({ memberId, workflowId, mailboxId }: Filter) {
  if (workflowId !== null)
    return mailboxId === null
      ? { level: 'workflow', subject: workflowId, mailbox: nil }
      : { level: 'both', subject: workflowId, mailbox: mailboxId }
  if (mailboxId !== null) return { level: 'mailbox', subject: mailboxId, mailbox: nil }
  return { level: memberId === null ? 'org' : 'member', subject: memberId ?? nil, mailbox: nil }
}

/** Selects the roll-ups `d` of a filter, by their subject: an index by member would find many more. */
function rollUpsOf(filter: Filter): Sql {
  const { level, subject, mailbox } = keyOf(filter)
  return sql`d.level = ${level} and d.subject = ${subject} and d.mailbox_id = ${mailbox}
    and ${filter.memberId === null ? sql`true` : sql`coalesce(d.member_id = ${filter.memberId}, false)`}`
}

// Lists are read as text: the driver takes many times as long to parse an array.
type Lists<T> = Omit<T, 'marks' | 'upto'> & { marks: string; upto: string }
const listOf = (text: string): Float64Array => Float64Array.from(JSON.parse(`[${text.slice(1, -1)}]`))
const withLists = <T extends Running>(rows: Lists<T>[]) =>
  rows.map((row) => ({ ...row, marks: listOf(row.marks), upto: listOf(row.upto) }) as unknown as T)

/** The total of the quarters of an hour before one; the lists of a day are running totals. */
const totalBefore = (quarter: Sql) =>
  sql`coalesce(d.upto[width_bucket((${quarter} - 1)::bigint, d.marks)], 0)`

/** Cut here and not by the reader: the lists are many times as long as the answer. */
const amount = sql`
  case when p.since = 0 and p.till = 96 then d.total
    else ${totalBefore(sql`p.till`)} - ${totalBefore(sql`p.since`)} end`

const pieceColumns = sql`
  p.index::int - 1 as piece, d.subject, d.member_id as "memberId", d.measure, d.detail, ${amount} as amount`

const piecesFrom = (pieces: Piece[]) => sql`
  unnest(${pieces.map(({ day }) => day)}::int[], ${pieces.map(({ fromQuarter }) => fromQuarter)}::int[],
    ${pieces.map(({ toQuarter }) => toQuarter)}::int[]) with ordinality as p (day, since, till, index)`

export const findPieces = (db: Db, source: Source, filter: Filter, pieces: Piece[]) =>
  db.rows<PieceRow>(sql`
    select ${pieceColumns} from ${piecesFrom(pieces)} join dashboard_days d on d.day = p.day
    where d.source = ${source} and ${rollUpsOf(filter)}`)

/** With `measures`, only these, and without their details, of which there are many. */
export type By = { source: Source; by: 'workflow' | 'member'; filter: Filter; measures?: string[] }

const levelOf = ({ by, filter: { workflowId, mailboxId } }: By): Sql => {
  if (mailboxId !== null && (workflowId !== null || by === 'workflow'))
    return sql`d.level = 'both' and d.mailbox_id = ${mailboxId}
      and (${workflowId}::uuid is null or d.subject = ${workflowId})`
  if (workflowId !== null) return sql`d.level = 'workflow' and d.subject = ${workflowId}`
  if (mailboxId !== null) return sql`d.level = 'mailbox' and d.subject = ${mailboxId}`
  return sql`d.level = ${by}`
}

/** Of all workflows or members that the filter contains. By member, so that each finds its days in the index. */
export const findPiecesBy = (db: Db, { measures, ...asked }: By, pieces: Piece[]) => {
  const from = sql`
    from ${piecesFrom(pieces)} cross join member_identities m join dashboard_days d
      on d.member_id = m.id and d.day = p.day and d.source = ${asked.source} and ${levelOf(asked)}
    where ${asked.filter.memberId === null ? sql`true` : sql`m.id = ${asked.filter.memberId}`}`
  return db.rows<PieceRow>(
    measures
      ? sql`
        select p.index::int - 1 as piece, d.subject, d.member_id as "memberId", d.measure, '' as detail,
          sum(${amount})::bigint as amount
        ${from} and d.measure = any (${measures}) group by 1, 2, 3, 4`
      : sql`select ${pieceColumns} ${from}`,
  )
}

/** How long executions took that were created in an hour, or a day. */
export type DurationRow = Running & { start: number }

export const findDurations = async (db: Db, filter: Filter, hours: 1 | 24, starts: number[]) =>
  withLists(
    await db.rows<Lists<DurationRow>>(sql`
      select d.start, d.marks::text, d.upto::text from dashboard_durations d
      where ${rollUpsOf(filter)} and d.hours = ${hours} and d.start = any (${starts}::int[])`),
  )

/** What was counted in an hour, to the millisecond since it began. */
export type EventRow = {
  hour: number
  workflowId: string | null
  memberId: string
  measure: string
  offsets: Float64Array
  took: Float64Array
}
type EventText = Omit<EventRow, 'offsets' | 'took'> & { offsets: string; took: string | null }

export const findEvents = async (db: Db, source: Source, filter: Filter, hours: number[]) =>
  (
    await db.rows<EventText>(sql`
      select e.hour, e.workflow_id as "workflowId", e.member_id as "memberId", e.measure, e.offsets::text, e.took::text
      from dashboard_events e
      where e.source = ${source} and e.hour = any (${hours}::int[]) and ${rowsOf(filter)}`)
  ).map(
    (row): EventRow => ({
      ...row,
      offsets: listOf(row.offsets),
      took: listOf(row.took ?? '{}'),
    }),
  )
