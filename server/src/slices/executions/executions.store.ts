import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'
import { escapeLike } from '../../platform/text/escape-like.ts'

export type ExecutionRow = {
  id: string
  workflowId: string
  workflowVersionId: string
  mailboxId: string | null
  messageId: string | null
  status: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
  simulated: boolean
  parentExecutionId: string | null
  triggerNodeId: string
  triggerType: string
  retryOfExecutionId: string | null
  messageHeadline: { subject: string; fromName: string | null; fromEmail: string } | null
  error: { code: string; message: string; nodeId?: string } | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

const columns = sql`
  e.id, e.workflow_id as "workflowId", e.version_id as "workflowVersionId", e.mailbox_id as "mailboxId",
  e.message_id as "messageId", e.status, e.simulated, e.parent_id as "parentExecutionId",
  e.trigger_node_id as "triggerNodeId", e.trigger_type as "triggerType", e.retry_of as "retryOfExecutionId",
  e.headline as "messageHeadline", e.error, e.created_at as "createdAt", e.started_at as "startedAt",
  e.finished_at as "finishedAt"`

export type Filters = {
  workflowId?: string
  mailboxId?: string
  status?: ExecutionRow['status']
  simulated?: boolean
  q?: string
  from?: string
  to?: string
}

// Escaped, so that `ilike` does not interpret wildcards in the text.
const like = (text: string) => `%${escapeLike(text)}%`

function conditionsOf({ workflowId, mailboxId, status, simulated, q, from, to }: Filters) {
  return [
    ...(workflowId === undefined ? [] : [sql`e.workflow_id = ${workflowId}`]),
    ...(mailboxId === undefined ? [] : [sql`e.mailbox_id = ${mailboxId}`]),
    ...(status === undefined ? [] : [sql`e.status = ${status}`]),
    ...(simulated === undefined ? [] : [sql`e.simulated = ${simulated}`]),
    ...(from === undefined ? [] : [sql`e.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.created_at < ${to}`]),
    ...(q === undefined
      ? []
      : [
          sql`(e.headline ->> 'subject' ilike ${like(q)} or e.headline ->> 'fromEmail' ilike ${like(q)}
            or e.headline ->> 'fromName' ilike ${like(q)} or e.error ->> 'message' ilike ${like(q)}
            or e.error ->> 'code' ilike ${like(q)} or e.id::text = lower(${q})
            or exists (select from workflow_names n where n.workflow_id = e.workflow_id and n.name ilike ${like(q)}))`,
        ]),
  ]
}

export const findExecutions = (
  db: Db,
  memberId: string,
  filters: Filters,
  after: After | undefined,
  limit: number,
) =>
  db.rows<ExecutionRow>(sql`
    select ${columns} from executions e
    where ${all([
      sql`e.member_id = ${memberId}`,
      ...conditionsOf(filters),
      ...(after ? [sql`(e.created_at, e.id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by e.created_at desc, e.id desc limit ${limit}`)

export const findExecution = (db: Db, memberId: string, id: string) =>
  db.row<ExecutionRow & { workflowName: string | null }>(sql`
    select ${columns}, n.name as "workflowName" from executions e
    left join workflow_names n on n.workflow_id = e.workflow_id
    where e.id = ${id} and e.member_id = ${memberId}`)

type MessageExecution = Pick<
  ExecutionRow,
  'id' | 'workflowId' | 'status' | 'simulated' | 'createdAt' | 'finishedAt'
> & {
  workflowName: string
}
/** The runs that a message started. The caller checks access to the message. */
export const findExecutionsOfMessage = (db: Db, messageId: string) =>
  db.rows<MessageExecution>(sql`
    select e.id, e.workflow_id as "workflowId", coalesce(n.name, '') as "workflowName", e.status,
      e.simulated, e.created_at as "createdAt", e.finished_at as "finishedAt"
    from executions e left join workflow_names n on n.workflow_id = e.workflow_id
    where e.message_id = ${messageId} and not e.simulated order by e.created_at desc, e.id desc limit 200`)

export type WorkflowCounts = {
  workflowId: string
  name: string
  total: number
  failed: number
  running: number
  succeeded: number
  lastFailedAt: string | null
}
export const countByWorkflow = (db: Db, memberId: string, since: string) =>
  db.rows<WorkflowCounts>(sql`
    select c.*, coalesce(n.name, '') as name from (
      select workflow_id as "workflowId", count(*) as total,
        count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status in ('queued', 'running', 'waiting')) as running,
        count(*) filter (where status = 'succeeded') as succeeded,
        max(finished_at) filter (where status = 'failed') as "lastFailedAt"
      from executions where member_id = ${memberId} and created_at >= ${since} and not simulated
      group by workflow_id
    ) c left join workflow_names n on n.workflow_id = c."workflowId"
    order by c.failed desc, c.total desc, c."workflowId"`)

export type WaitingRow = {
  id: string
  workflowId: string
  versionId: string
  workflowName: string
  waiting: {
    nodeId: string
    for: 'approval' | 'time' | 'workflow'
    until: string | null
    ref?: string
    since: string
  }[]
  wakeAt: string | null
}
/** Ordered by deadline; runs without one come last, with a date in the far future as their sort key. */
export const findWaiting = (
  db: Db,
  memberId: string,
  workflowId: string | undefined,
  after: After | undefined,
  limit: number,
) =>
  db.rows<WaitingRow & { deadline: string }>(sql`
    select e.id, e.workflow_id as "workflowId", e.version_id as "versionId", coalesce(n.name, '') as "workflowName",
      e.waiting, e.wake_at as "wakeAt", coalesce(e.wake_at, '9999-01-01T00:00:00Z'::timestamptz(3)) as deadline
    from executions e left join workflow_names n on n.workflow_id = e.workflow_id
    where ${all([
      sql`e.member_id = ${memberId} and e.status = 'waiting'`,
      ...(workflowId === undefined ? [] : [sql`e.workflow_id = ${workflowId}`]),
      ...(after
        ? [
            sql`(coalesce(e.wake_at, '9999-01-01T00:00:00Z'::timestamptz(3)), e.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
          ]
        : []),
    ])}
    order by deadline, e.id limit ${limit}`)

export const findOpenByWorkflow = async (db: Db, memberId: string, workflowId: string, limit: number) =>
  (
    await db.rows<{ id: string }>(sql`
      select id from executions where workflow_id = ${workflowId} and member_id = ${memberId}
        and status in ('queued', 'running', 'waiting')
      order by created_at, id limit ${limit}`)
  ).map(({ id }) => id)

export const findExisting = async (db: Db, memberId: string, ids: string[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(
        sql`select id from executions where id = any (${ids}::uuid[]) and member_id = ${memberId}`,
      )
    ).map(({ id }) => id),
  )

/** Open runs called by these runs, at any depth. */
export const findOpenChildren = async (db: Db, ids: string[]) =>
  (
    await db.rows<{ id: string }>(sql`
      with recursive descendants as (
        select id, status from executions where parent_id = any (${ids}::uuid[])
        union all
        select c.id, c.status from executions c join descendants d on c.parent_id = d.id
      )
      select id from descendants where status in ('queued', 'running', 'waiting')`)
  ).map(({ id }) => id)

/** Failed runs that have not been retried, oldest first. */
export const findRetriable = (db: Db, memberId: string, workflowId: string, since: string, limit: number) =>
  db.rows<{ id: string }>(sql`
    select e.id from executions e
    where e.workflow_id = ${workflowId} and e.member_id = ${memberId} and e.status = 'failed' and not e.simulated
      and e.parent_id is null and e.created_at >= ${since}
      and not exists (select from executions r where r.retry_of = e.id)
    order by e.created_at, e.id limit ${limit} for update of e skip locked`)

export type LatestExecution = {
  workflowId: string
  id: string
  status: ExecutionRow['status']
  createdAt: string
}
export const findLatest = (db: Db, workflowIds: string[]) =>
  db.rows<LatestExecution>(sql`
    select w.id as "workflowId", e.id, e.status, e.created_at as "createdAt"
    from unnest(${workflowIds}::uuid[]) w (id) cross join lateral (
      select id, status, created_at from executions
      where workflow_id = w.id and not simulated order by created_at desc, id desc limit 1) e`)

export const countOpenByMailbox = async (db: Db, mailboxId: string) =>
  (
    await db.row<{ n: number }>(sql`
      select count(*) as n from executions
      where mailbox_id = ${mailboxId} and status in ('queued', 'running', 'waiting')`)
  )?.n ?? 0

export const findChild = (db: Db, memberId: string, id: string) =>
  db.row<{
    id: string
    status: ExecutionRow['status']
    result: Record<string, unknown> | null
    error: { code: string; message: string } | null
  }>(sql`
    select id, status, result, error from executions where id = ${id} and member_id = ${memberId}`)

/** Deletes runs that ended more than `days` ago and are counted, with their parts. */
export const purgeExecutions = (db: Db, days: number, batch: number) =>
  db.run(sql`
    with old as (
      select id, member_id from executions
      where finished_at < now() - make_interval(days => ${days}) and status in ('succeeded', 'failed', 'cancelled')
        and finished_at < (select counted_until from counted_executions)
      limit ${batch}
    ), parts as (
      delete from execution_parts where execution_id in (select id from old)
      returning execution_id, octet_length(content) as size
    ), freed as (
      update run_storage s set bytes = greatest(0, s.bytes - f.bytes)
      from (select member_id, sum(size) as bytes from parts join old on old.id = execution_id group by 1) f
      where s.member_id = f.member_id
    ), families as (
      delete from execution_families where root_id in (select id from old)
    )
    delete from executions where id in (select id from old)`)

export const ownsExecution = async (db: Db, memberId: string, id: string): Promise<boolean> =>
  (await db.row(sql`select from executions where id = ${id} and member_id = ${memberId}`)) !== undefined
