import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export type Span = { since: string; until: string }

const nil = sql`'00000000-0000-0000-0000-000000000000'::uuid`
/** Computed once per row: numeric arithmetic costs more than the counting. */
const msOf = (at: Sql) => sql`(extract(epoch from ${at}) * 1000)::bigint`
// What has no workflow or no mailbox is not counted for one.
const groups = (more: Sql) => sql`
  group by grouping sets ((${more}), (member_id, ${more}), (member_id, workflow_id, ${more}),
    (member_id, mailbox_id, ${more}), (member_id, workflow_id, mailbox_id, ${more}))
  having (workflow_id is not null or grouping(workflow_id) = 1)
    and (mailbox_id is not null or grouping(mailbox_id) = 1)`
// The key of a group, from the columns that it is grouped by.
const key = sql`
  case grouping(member_id, workflow_id, mailbox_id)
    when 7 then 'org' when 3 then 'member' when 1 then 'workflow' when 2 then 'mailbox' else 'both' end as level,
  case grouping(member_id, workflow_id, mailbox_id)
    when 7 then ${nil} when 3 then member_id when 2 then mailbox_id else workflow_id end as subject,
  case when grouping(workflow_id, mailbox_id) = 0 then mailbox_id else ${nil} end as mailbox_id,
  case when grouping(member_id) = 1 then ${nil} else member_id end as member_id`

const dayKey = sql`source, level, subject, day, measure, detail, mailbox_id, member_id`

/** Adds rows (the key of a day, total, marks, upto) to the days. */
const addToDays = (rows: Sql) => sql`
  insert into dashboard_days as known (${dayKey}, total, marks, upto)
  ${rows}
  on conflict (${dayKey}) do update set
    total = known.total + excluded.total,
    (marks, upto) = (
      select m.marks, m.upto from dashboard_merged(known.marks, known.upto, excluded.marks, excluded.upto) m)`

/** Adds the rows of `delta` (source, member_id, workflow_id, mailbox_id, measure, detail, ms, amount) to their days. */
const intoDays = addToDays(sql`
  select ${dayKey}, sum(amount), array_agg(mark order by mark), array_agg(upto order by mark)
  from (
    select *, (sum(amount) over (
      partition by source, level, subject, mailbox_id, member_id, measure, detail, day order by mark))::bigint as upto
    from (
      select source, ${key}, measure, detail, ms / 86400000 as day, ms % 86400000 / 900000 as mark, sum(amount) as amount
      from delta
      ${groups(sql`source, measure, detail, ms / 86400000, ms % 86400000 / 900000`)}
    ) quarters
  ) running
  group by ${dayKey}`)

/** Gives the days that the rows of `delta` belong to another version. */
const intoChanges = sql`
  insert into dashboard_changes as known (source, day)
  select distinct source, ms / 86400000 from delta
  on conflict (source, day) do update set version = excluded.version`

const intoEvents = (took: Sql) => sql`
  insert into dashboard_events (source, hour, member_id, workflow_id, mailbox_id, measure, offsets, took)
  select source, ms / 3600000, member_id, workflow_id, mailbox_id, measure, array_agg((ms % 3600000)::int), ${took}
  from delta
  group by source, ms / 3600000, member_id, workflow_id, mailbox_id, measure`

/** Adds `spans` (member_id, workflow_id, mailbox_id, hours, start, took) to the durations. */
const intoDurations = (spans: Sql) => sql`
  insert into dashboard_durations as known (level, subject, hours, start, mailbox_id, member_id, marks, upto)
  select level, subject, hours, start, mailbox_id, member_id, array_agg(took order by took),
    array_agg(upto order by took)
  from (
    select *, (sum(amount) over (
      partition by level, subject, mailbox_id, member_id, hours, start order by took))::bigint as upto
    from (
      select ${key}, hours, start, took, count(*) as amount from (${spans}) spans
      ${groups(sql`hours, start, took`)}
    ) counted
  ) running
  group by level, subject, hours, start, mailbox_id, member_id
  on conflict (level, subject, hours, start, mailbox_id, member_id) do update set
    (marks, upto) = (
      select m.marks, m.upto from dashboard_merged(known.marks, known.upto, excluded.marks, excluded.upto) m)`

/** Those of an hour, for the organisation and for members; there are few for a workflow, found in the events. */
const intoHours = intoDurations(
  sql`select member_id, null::uuid as workflow_id, null::uuid as mailbox_id, 1 as hours,
      ms / 3600000 as start, took
    from delta where measure <> 'cancelled'`,
)

/** Those of a day that is closed already. */
const intoClosedDays = intoDurations(
  sql`select d.member_id, d.workflow_id, d.mailbox_id, 24 as hours, d.ms / 86400000 * 24 as start, d.took
    from delta d join dashboard_progress p
      on p.source = 'executions' and d.ms / 86400000 < p.closed_until
    where d.measure <> 'cancelled'`,
)

/** Adds what finished, each execution to the time that it was created at. */
export const countExecutions = (db: Db, { since, until }: Span) =>
  db.run(sql`
    with delta as materialized (
      select 'executions' as source, member_id, workflow_id, mailbox_id, status as measure, '' as detail,
        ${msOf(sql`created_at`)} as ms, 1 as amount,
        greatest(0, ${msOf(sql`finished_at`)} - ${msOf(sql`started_at`)}) as took
      from execution_outcomes where finished_at >= ${since} and finished_at < ${until}
    ), hours as (${intoHours}), days as (${intoClosedDays}), events as (${intoEvents(sql`array_agg(took)`)}),
    changes as (${intoChanges})
    ${intoDays}`)

/** Days that have ended get one list of durations. Later ones are added to it. */
export async function closeDays(db: Db, until: string) {
  const day = sql`floor(extract(epoch from ${until}::timestamptz) / 86400)::int`
  await db.run(
    intoDurations(
      sql`select e.member_id, e.workflow_id, e.mailbox_id, 24 as hours, e.hour / 24 * 24 as start, t.took
        from dashboard_progress p
        join dashboard_events e
          on e.source = p.source and e.hour >= p.closed_until * 24 and e.hour < ${day} * 24
        cross join lateral unnest(e.took) as t (took)
        where p.source = 'executions' and e.measure <> 'cancelled'`,
    ),
  )
  await db.run(sql`
    update dashboard_progress set closed_until = greatest(closed_until, ${day}) where source = 'executions'`)
}

export const countJournal = (db: Db, { since, until }: Span) =>
  db.run(sql`
    with delta as materialized (
      select 'journal' as source, member_id, null::uuid as workflow_id, mailbox_id, outcome as measure, '' as detail,
        ${msOf(sql`created_at`)} as ms, 1 as amount
      from journal_outcomes where created_at >= ${since} and created_at < ${until}
    ), events as (${intoEvents(sql`null`)}), changes as (${intoChanges})
    ${intoDays}`)

export const countMail = (db: Db, { since, until }: Span) =>
  db.run(sql`
    with delta as materialized (
      select 'mail' as source, member_id, workflow_id, mailbox_id, measure, '' as detail,
        ${msOf(sql`at`)} as ms, 1 as amount
      from (${mailEvents(sql`m.recorded_at >= ${since} and m.recorded_at < ${until}`)}) e
    ), events as (${intoEvents(sql`null`)}), changes as (${intoChanges})
    ${intoDays}`)

/**
 * Drafts and mails of workflows, and the messages that they are about: each message counts once, with the first event
 * recorded for it (`automated`), and once for each workflow (`automatedBy`).
 */
export function mailEvents(where: Sql): Sql {
  const earlier = (more: Sql) => sql`
    select from workflow_mails f where f.message_id = m.message_id ${more}
      and (f.recorded_at, f.event, f.id) < (m.recorded_at, m.event, m.id)`
  return sql`
    select m.member_id, m.workflow_id, m.mailbox_id, m.at, m.recorded_at, measures.measure
    from workflow_mails m
    cross join lateral (
      select m.event as measure
      union all select 'automated' where m.message_id is not null and not exists (${earlier(sql``)})
      union all select 'automatedBy'
      where m.message_id is not null and not exists (${earlier(sql`and f.workflow_id = m.workflow_id`)})
    ) measures
    where ${where}`
}

/**
 * Calls by model and purpose; costs in billionths of a dollar. The measures are told apart after everything else: there
 * are four of each call.
 */
export const countAi = (db: Db, { since, until }: Span) =>
  db.run(sql`
    with counted as (
      select 'ai' as source, member_id, workflow_id, mailbox_id,
        json_build_array(provider, model, purpose)::text as detail, date_bin('15 minutes', created_at, 'epoch') as at,
        count(*) as calls, sum((coalesce(cost_usd, 0) * 1000000000)::bigint)::bigint as cost, sum(tokens_in) as tokens_in,
        sum(tokens_out) as tokens_out
      from ai_usage where created_at >= ${since} and created_at < ${until}
      group by member_id, workflow_id, mailbox_id, provider, model, purpose, 6
    ), delta as materialized (
      select *, ${msOf(sql`at`)} as ms from counted
    ), changes as (${intoChanges}), quarters as (
      select ${key}, detail, ms / 86400000 as day, ms % 86400000 / 900000 as mark, sum(calls) as calls,
        sum(cost) as cost, sum(tokens_in) as tokens_in, sum(tokens_out) as tokens_out
      from delta
      ${groups(sql`detail, ms / 86400000, ms % 86400000 / 900000`)}
    ), running as (
      select level, subject, mailbox_id, member_id, detail, day, mark, (sum(calls) over quarter)::bigint as calls,
        (sum(cost) over quarter)::bigint as cost, (sum(tokens_in) over quarter)::bigint as tokens_in,
        (sum(tokens_out) over quarter)::bigint as tokens_out
      from quarters
      window quarter as (partition by level, subject, mailbox_id, member_id, detail, day order by mark)
    ), days as (
      select level, subject, mailbox_id, member_id, detail, day, array_agg(mark order by mark) as marks,
        array_agg(calls order by mark) as calls, array_agg(cost order by mark) as cost,
        array_agg(tokens_in order by mark) as tokens_in, array_agg(tokens_out order by mark) as tokens_out
      from running group by level, subject, mailbox_id, member_id, detail, day
    )
    ${addToDays(sql`
      select 'ai', d.level, d.subject, d.day, a.measure, d.detail, d.mailbox_id, d.member_id,
        a.upto[cardinality(a.upto)], d.marks, a.upto
      from days d cross join lateral (values
        ('calls', d.calls), ('cost', d.cost), ('tokensIn', d.tokens_in), ('tokensOut', d.tokens_out)
      ) as a (measure, upto)`)}`)
