import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { countedUntil, type Filter, rowsOf } from './figures.store.ts'
import type { EventAmount } from './sum-amounts.ts'

const hourMs = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

/**
 * Executions of a period that are not counted yet: finished lately, or unfinished. Those that finished lately are few, but
 * a plan for all parameters cannot know that and would read the period: `offset 0` makes it find them first.
 */
const notCounted = (filter: Filter, from: number, to: number): Sql => sql`
  select workflow_id, member_id, status, created_at, started_at, finished_at
  from (select * from execution_outcomes where finished_at >= ${countedUntil('executions')} offset 0) e
  where e.created_at >= ${iso(from)} and e.created_at < ${iso(to)} and ${rowsOf(filter)}
  union all
  select workflow_id, member_id, status, created_at, null, null from unfinished_executions e
  where e.created_at >= ${iso(from)} and e.created_at < ${iso(to)} and ${rowsOf(filter)}`

type Range = { from: number; to: number }

export type UncountedRow = EventAmount & { took: number[] | null }

/** `bounds` are the beginnings of the previous period, and of the buckets. */
export const selectUncounted = (filter: Filter, { from, to, bounds }: Range & { bounds: number[] }) => sql`
    select e.workflow_id as "workflowId", e.member_id as "memberId", e.status as measure,
      width_bucket(e.created_at, ${bounds.map(iso)}::timestamptz[]) - 2 as bucket, count(*) as n,
      (extract(epoch from max(e.created_at)) * 1000)::bigint as "lastAt",
      array_agg(greatest(0, round(extract(epoch from e.finished_at - e.started_at) * 1000)::float8))
        filter (where e.status in ('succeeded', 'failed')) as took
    from (${notCounted(filter, from, to)}) e
    group by 1, 2, 3, 4`

export type ShownWorkflow = {
  workflowId: string
  name: string
  memberName: string
  /** The newest counted execution before `to`, in milliseconds since 1970. */
  lastAt: number | null
}

/** What the list shows of workflows beside their figures. */
export function describeWorkflows(
  db: Db,
  { mailboxId }: Filter,
  shown: { workflowId: string; memberId: string }[],
  to: number,
) {
  const hour = Math.floor(to / hourMs)
  // The workflows are those of the filter already; its member would suggest another index.
  const rows = rowsOf({ memberId: null, workflowId: null, mailboxId })
  const events = (more: Sql) => sql`
    select e.hour * ${hourMs}::bigint + o.at as at
    from dashboard_events e cross join lateral unnest(e.offsets) as o (at)
    where e.source = 'executions' and e.workflow_id = w.id and ${rows} and ${more}`
  return db.rows<ShownWorkflow>(sql`
    select w.id as "workflowId", coalesce(n.name, '') as name, coalesce(m.name, '') as "memberName", (
      select max(t.at) from (
        ${events(sql`e.hour = ${hour} and o.at < ${to - hour * hourMs}`)}
        union all
        ${events(sql`e.hour = (
          select e.hour from dashboard_events e
          where e.source = 'executions' and e.workflow_id = w.id and e.hour < ${hour} and ${rows}
          order by e.hour desc limit 1)`)}
      ) t
    ) as "lastAt"
    from unnest(${shown.map((one) => one.workflowId)}::uuid[], ${shown.map((one) => one.memberId)}::uuid[])
      as w (id, member_id)
    left join workflow_names n on n.workflow_id = w.id
    left join member_identities m on m.id = w.member_id`)
}

export type FailureRow = {
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
export const selectFailures = (filter: Filter, { from, to }: Range, limit: number) => sql`
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
    order by e.finished_at desc, e.id desc`

export const findMemberNames = (db: Db, memberIds: string[]) =>
  db.rows<{ memberId: string; name: string }>(sql`
    select id as "memberId", name from member_identities where id = any (${memberIds}::uuid[])`)
