import { type Sql, sql } from '../../platform/db/sql.ts'
import { bucketOf, countedUntil, type Filter, rowsOf } from './figures.store.ts'
import { isoTime } from './iso-time.ts'
import type { EventAmount } from './sum-amounts.ts'

/**
 * Executions of a period that are not counted yet: finished lately, or unfinished. Those that finished lately are few, but
 * a plan for all parameters cannot know that and would read the period: `offset 0` makes it find them first.
 */
const notCounted = (filter: Filter, from: number, to: number): Sql => sql`
  select workflow_id, member_id, status, created_at, started_at, finished_at
  from (select * from execution_outcomes where finished_at >= ${countedUntil('executions')} offset 0) e
  where e.created_at >= ${isoTime(from)} and e.created_at < ${isoTime(to)} and ${rowsOf(filter)}
  union all
  select workflow_id, member_id, status, created_at, null, null from unfinished_executions e
  where e.created_at >= ${isoTime(from)} and e.created_at < ${isoTime(to)} and ${rowsOf(filter)}`

type Range = { from: number; to: number }

export type UncountedRow = EventAmount & { took: number[] | null }

/** `bounds` are the beginnings of the previous period, and of the buckets. */
export const selectUncounted = (filter: Filter, { from, to, bounds }: Range & { bounds: number[] }) => sql`
    select e.workflow_id as "workflowId", e.member_id as "memberId", e.status as measure,
      ${bucketOf(sql`e.created_at`, bounds)} as bucket, count(*) as n,
      (extract(epoch from max(e.created_at)) * 1000)::bigint as "lastAt",
      array_agg(greatest(0, round(extract(epoch from e.finished_at - e.started_at) * 1000)::float8))
        filter (where e.status in ('succeeded', 'failed')) as took
    from (${notCounted(filter, from, to)}) e
    group by 1, 2, 3, 4`

/** A workflow and whose it is. */
export type ShownWorkflow = { id: string; memberId: string }
export type WorkflowNames = { id: string; name: string; memberName: string }

/** What the list shows of workflows beside their figures. */
export const selectWorkflowNames = (shown: readonly ShownWorkflow[]) => sql`
    select w.id, coalesce(n.name, '') as name, coalesce(m.name, '') as "memberName"
    from unnest(${shown.map(({ id }) => id)}::uuid[], ${shown.map(({ memberId }) => memberId)}::uuid[])
      as w (id, member_id)
    left join workflow_names n on n.workflow_id = w.id
    left join member_identities m on m.id = w.member_id`

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
      where e.status = 'failed' and e.finished_at >= ${isoTime(from)} and e.finished_at < ${isoTime(to)}
        and ${rowsOf(filter)}
      order by e.finished_at desc, e.id desc limit ${limit}
    ) e
    join member_identities m on m.id = e.member_id
    left join workflow_names n on n.workflow_id = e.workflow_id
    left join execution_incidents i on i.execution_id = e.id
    order by e.finished_at desc, e.id desc`

export type MemberName = { id: string; name: string }

export const selectMemberNames = (ids: readonly string[]) => sql`
    select id, name from member_identities where id = any (${ids}::uuid[])`
