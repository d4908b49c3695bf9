import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type Filter, rowsOf } from './figures.store.ts'
import type { Source } from './progress.store.ts'

/** What is counted on a day as running totals; the lists as text, which the driver parses many times as slowly. */
export type DayRow = {
  day: number
  subject: string
  memberId: string
  measure: string
  detail: string
  marks: string
  upto: string
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

const about = sql`d.day, d.subject, d.member_id as "memberId", d.measure, d.detail`

/** The sums of whole days, as if everything had been in their first quarter: the lists are many times as long. */
const sums = sql`'{0}' as marks, '{' || d.total || '}' as upto`

const listsOf = (measure: string) => sql`
  case when d.measure = ${measure} then d.marks::text else '{0}' end as marks,
  case when d.measure = ${measure} then d.upto::text else '{' || d.total || '}' end as upto`

/** With `listed`, the lists of this measure, and only the sums of others. */
export const findDays = (db: Db, source: Source, filter: Filter, days: number[], listed?: string) =>
  db.rows<DayRow>(sql`
    select ${about}, ${listed === undefined ? sql`d.marks::text, d.upto::text` : listsOf(listed)}
    from dashboard_days d
    where d.source = ${source} and ${rollUpsOf(filter)} and d.day = any (${days}::int[])`)

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
const daysBy = (asked: By, days: number[]) => sql`
  from unnest(${days}::int[]) as p (day) cross join member_identities m join dashboard_days d
    on d.member_id = m.id and d.day = p.day and d.source = ${asked.source} and ${levelOf(asked)}
  where ${asked.filter.memberId === null ? sql`true` : sql`m.id = ${asked.filter.memberId}`}
    and ${asked.measures ? sql`d.measure = any (${asked.measures})` : sql`true`}`

export const findDaysBy = (db: Db, asked: By, days: number[]) =>
  db.rows<DayRow>(sql`select ${about}, d.marks::text, d.upto::text ${daysBy(asked, days)}`)

export const findWholeDaysBy = (db: Db, asked: By, days: number[]) =>
  db.rows<DayRow>(
    asked.measures
      ? sql`
        select d.day, d.subject, d.member_id as "memberId", d.measure, '' as detail, '{0}' as marks,
          '{' || sum(d.total) || '}' as upto
        ${daysBy(asked, days)} group by 1, 2, 3, 4`
      : sql`select ${about}, ${sums} ${daysBy(asked, days)}`,
  )

/** How long executions took that were created in an hour, or a day: `upto[i]` of them `marks[i]` ms or less. */
export type DurationRow = { start: number; marks: string; upto: string }

export const findDurations = (db: Db, filter: Filter, hours: 1 | 24, starts: number[]) =>
  db.rows<DurationRow>(sql`
    select d.start, d.marks::text, d.upto::text from dashboard_durations d
    where ${rollUpsOf(filter)} and d.hours = ${hours} and d.start = any (${starts}::int[])`)

/** What was counted in an hour, to the millisecond since it began: lists as text, one behind another. */
export type EventRow = {
  hour: number
  workflowId: string | null
  memberId: string
  measure: string
  offsets: string
  took: string | null
}

/** Named in the statement, so that a plan for all parameters may use the index of executions by workflow. */
const eventsOf = (source: Source) =>
  source === 'executions' ? sql`e.source = 'executions'` : sql`e.source = ${source}`

/** With `memberIds`, of these only. In as few rows as possible: each costs the driver more than what it holds. */
export const findEvents = (
  db: Db,
  source: Source,
  filter: Filter,
  hours: number[],
  memberIds: string[] | null,
) =>
  db.rows<EventRow>(sql`
    select e.hour, e.workflow_id as "workflowId", e.member_id as "memberId", e.measure,
      string_agg(e.offsets::text, '') as offsets, string_agg(e.took::text, '') as took
    from dashboard_events e
    where ${eventsOf(source)} and e.hour = any (${hours}::int[]) and ${rowsOf(filter)}
      and ${memberIds === null ? sql`true` : sql`e.member_id = any (${memberIds}::uuid[])`}
    group by 1, 2, 3, 4`)

/** Milliseconds since 1970. */
export type LastAsked = { workflowId: string; from: number; to: number }

/** The newest counted execution of each workflow between two times; null where there is none. */
export const findLastRuns = (db: Db, { mailboxId }: Filter, asked: LastAsked[]) =>
  db.rows<{ at: number | null }>(sql`
    select (
      select max(e.hour * 3600000::bigint + o.at) from dashboard_events e cross join lateral unnest(e.offsets) as o (at)
      where e.source = 'executions' and e.workflow_id = w.id and e.hour >= w.since / 3600000
        and e.hour <= (w.till - 1) / 3600000
        and e.hour * 3600000::bigint + o.at >= w.since and e.hour * 3600000::bigint + o.at < w.till
        and ${rowsOf({ memberId: null, workflowId: null, mailboxId })}
    ) as at
    from unnest(${asked.map(({ workflowId }) => workflowId)}::uuid[], ${asked.map(({ from }) => from)}::bigint[],
      ${asked.map(({ to }) => to)}::bigint[]) with ordinality as w (id, since, till, index)
    order by w.index`)
