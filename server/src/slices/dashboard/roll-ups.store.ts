import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type Filter, rowsOf } from './figures.store.ts'
import type { Source } from './progress.store.ts'

/** A running total: `upto[i]` is the sum of everything up to `marks[i]`. */
export type Running = { marks: Float64Array; upto: Float64Array }
/** What is counted for a day, by quarter of an hour. */
export type DayRow = Running & {
  day: number
  subject: string
  memberId: string
  measure: string
  detail: string
  total: number
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

const dayColumns = sql`
  d.day, d.subject, d.member_id as "memberId", d.measure, d.detail, d.total, d.marks::text, d.upto::text`

export const findDays = async (db: Db, source: Source, filter: Filter, days: number[]) =>
  withLists(
    await db.rows<Lists<DayRow>>(sql`
      select ${dayColumns} from dashboard_days d
      where d.source = ${source} and ${rollUpsOf(filter)} and d.day = any (${days}::int[])`),
  )

export type By = { source: Source; by: 'workflow' | 'member'; filter: Filter }

const levelOf = ({ by, filter: { workflowId, mailboxId } }: By): Sql => {
  if (mailboxId !== null && (workflowId !== null || by === 'workflow'))
    return sql`d.level = 'both' and d.mailbox_id = ${mailboxId}
      and (${workflowId}::uuid is null or d.subject = ${workflowId})`
  if (workflowId !== null) return sql`d.level = 'workflow' and d.subject = ${workflowId}`
  if (mailboxId !== null) return sql`d.level = 'mailbox' and d.subject = ${mailboxId}`
  return sql`d.level = ${by}`
}

/** Of all workflows or members that the filter contains. By member, so that each finds its days in the index. */
const isAsked = (asked: By, days: number[]) => sql`
  d.member_id = m.id and d.source = ${asked.source} and ${levelOf(asked)} and d.day = any (${days}::int[])
  and ${asked.filter.memberId === null ? sql`true` : sql`m.id = ${asked.filter.memberId}`}`

export const findDaysBy = async (db: Db, asked: By, days: number[]) =>
  withLists(
    await db.rows<Lists<DayRow>>(sql`
      select ${dayColumns} from member_identities m join dashboard_days d on ${isAsked(asked, days)}`),
  )

export type TotalRow = Pick<DayRow, 'day' | 'subject' | 'memberId' | 'measure' | 'total'>

/** Of whole days; read from an index alone. */
export const findTotalsBy = (db: Db, asked: By, days: number[]) =>
  db.rows<TotalRow>(sql`
    select d.day, d.subject, d.member_id as "memberId", d.measure, sum(d.total)::bigint as total
    from member_identities m join dashboard_days d on ${isAsked(asked, days)}
    group by 1, 2, 3, 4`)

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
