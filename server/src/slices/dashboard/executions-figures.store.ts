import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type EventAmount, edgesOf, type Filter, type Progress, rollUpsOf, rowsOf } from './figures.store.ts'
import { splitPeriod } from './split-window.ts'

const hourMs = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

/** Executions of a period that are not counted yet: finished lately, or unfinished. */
const notCounted = (filter: Filter, countedUntil: string, from: number, to: number): Sql => sql`
  select * from execution_outcomes e
  where e.finished_at >= ${countedUntil} and e.created_at >= ${iso(from)} and e.created_at < ${iso(to)}
    and ${rowsOf(filter)}
  union all
  select * from execution_outcomes e
  where e.finished_at is null and e.created_at >= ${iso(from)} and e.created_at < ${iso(to)} and ${rowsOf(filter)}`

type Range = { from: number; to: number }

/** `bounds` are the beginnings of the previous period, and of the buckets. */
export const findUncounted = (
  db: Db,
  filter: Filter,
  { countedUntil }: Progress,
  { from, to, bounds }: Range & { bounds: number[] },
) =>
  db.rows<EventAmount & { took: number[] | null }>(sql`
    select e.workflow_id as "workflowId", e.member_id as "memberId", e.status as measure,
      width_bucket(e.created_at, ${bounds.map(iso)}::timestamptz[]) - 2 as bucket, count(*) as n,
      max(e.created_at) as "lastAt",
      array_agg(greatest(0, round(extract(epoch from e.finished_at - e.started_at) * 1000)::float8))
        filter (where e.status in ('succeeded', 'failed')) as took
    from (${notCounted(filter, countedUntil, from, to)}) e
    group by 1, 2, 3, 4`)

/**
 * The lower median of how long finished executions took: the smallest duration that at least half of them did not
 * exceed, found by bisection over sorted lists, so that little is sorted here. `uncounted` are durations that are not
 * counted yet.
 */
export async function findMedian(
  db: Db,
  filter: Filter,
  { closedUntil }: Progress,
  { from, to, uncounted }: Range & { uncounted: number[] },
) {
  const { firstDay, endDay, hours, edges } = splitPeriod(from, to, closedUntil)
  // Only the organisation and its members have lists of hours.
  const hasHours = filter.workflowId === null && filter.mailboxId === null
  const listed = hasHours ? hours.map(({ hour }) => hour) : []
  const row = await db.row<{ median: number }>(sql`
    with recursive loose as (
      select took, (sum(count(*)) over (order by took))::bigint as upto from (
        select t.took from ${edgesOf(hasHours ? edges : [...edges, ...hours])} join dashboard_events e on e.hour = p.hour
        cross join lateral unnest(e.offsets, e.took) as t (at, took)
        where e.source = 'executions' and e.measure <> 'cancelled' and t.at >= p."from" and t.at < p."to"
          and ${rowsOf(filter)}
        union all
        select unnest(${uncounted}::bigint[])
      ) events group by took
    ), lists as materialized (
      -- Appending nothing copies a list out of its storage, once instead of at every step.
      select d.marks || '{}'::bigint[] as marks, d.upto || '{}'::bigint[] as upto from dashboard_durations d
      where ${rollUpsOf(filter)} and d.hours = 24 and d.start >= ${firstDay * 24} and d.start < ${endDay * 24}
      union all
      select d.marks || '{}'::bigint[], d.upto || '{}'::bigint[] from dashboard_durations d
      where ${rollUpsOf(filter)} and d.hours = 1 and d.start = any (${listed}::int[])
      union all
      select array_agg(took order by took), array_agg(upto order by took) from loose having count(*) > 0
    ), size as (
      select sum(upto[cardinality(upto)])::bigint as n, min(marks[1]) as low, max(marks[cardinality(marks)]) as high
      from lists
    ), search (low, high) as (
      select low, high from size where n > 0
      union all
      select case when r.n >= (size.n + 1) / 2 then s.low else m.middle + 1 end,
        case when r.n >= (size.n + 1) / 2 then m.middle else s.high end
      from search s cross join size
      cross join lateral (select (s.low + s.high) / 2 as middle) m
      cross join lateral (
        select sum(coalesce(l.upto[width_bucket(m.middle, l.marks)], 0)) as n from lists l
      ) r
      where s.low < s.high
    )
    select low as median from search where low = high limit 1`)
  return row?.median ?? null
}

/** The newest counted execution of each workflow before `to`, in milliseconds since 1970. */
export function findLastRuns(db: Db, { mailboxId }: Filter, workflowIds: string[], to: number) {
  const hour = Math.floor(to / hourMs)
  // The workflows are those of the filter already; its member would suggest another index.
  const rows = rowsOf({ memberId: null, workflowId: null, mailboxId })
  const events = (more: Sql) => sql`
    select e.hour * ${hourMs}::bigint + o.at as at
    from dashboard_events e cross join lateral unnest(e.offsets) as o (at)
    where e.source = 'executions' and e.workflow_id = w.id and ${rows} and ${more}`
  return db.rows<{ workflowId: string; lastAt: number }>(sql`
    select w.id as "workflowId", l.at as "lastAt"
    from unnest(${workflowIds}::uuid[]) as w (id) cross join lateral (
      select max(t.at) as at from (
        ${events(sql`e.hour = ${hour} and o.at < ${to - hour * hourMs}`)}
        union all
        ${events(sql`e.hour = (
          select e.hour from dashboard_events e
          where e.source = 'executions' and e.workflow_id = w.id and e.hour < ${hour} and ${rows}
          order by e.hour desc limit 1)`)}
      ) t
    ) l where l.at is not null`)
}

type FailureRow = {
  executionId: string
  workflowId: string
  workflowName: string
  memberName: string
  failedAt: string
  errorCode: string
  error: string
  errorSummary: string | null
  nodeId: string | null
  nodeName: string | null
  acknowledged: boolean
}

/** By when they failed, newest first. */
export const findFailures = (db: Db, filter: Filter, { from, to }: Range, limit: number) =>
  db.rows<FailureRow>(sql`
    select e.id as "executionId", e.workflow_id as "workflowId", coalesce(n.name, '') as "workflowName",
      m.name as "memberName", e.finished_at as "failedAt", coalesce(e.error ->> 'code', '') as "errorCode",
      coalesce(e.error ->> 'message', '') as error, i.error_summary as "errorSummary",
      e.error ->> 'nodeId' as "nodeId", i.node_name as "nodeName", i.acknowledged_at is not null as acknowledged
    from (
      select * from execution_outcomes e
      where e.status = 'failed' and e.finished_at >= ${iso(from)} and e.finished_at < ${iso(to)}
        and ${rowsOf(filter)}
      order by e.finished_at desc, e.id desc limit ${limit}
    ) e
    join member_identities m on m.id = e.member_id
    left join workflow_names n on n.workflow_id = e.workflow_id
    left join execution_incidents i on i.execution_id = e.id
    order by e.finished_at desc, e.id desc`)

export const findWorkflowNames = (db: Db, workflowIds: string[]) =>
  db.rows<{ workflowId: string; name: string }>(sql`
    select workflow_id as "workflowId", name from workflow_names where workflow_id = any (${workflowIds}::uuid[])`)

export const findMemberNames = (db: Db, memberIds: string[]) =>
  db.rows<{ memberId: string; name: string }>(sql`
    select id as "memberId", name from member_identities where id = any (${memberIds}::uuid[])`)
