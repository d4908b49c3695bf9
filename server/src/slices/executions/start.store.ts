import type { Db } from '../../platform/db/database.ts'
import { quick, sql } from '../../platform/db/sql.ts'
import { jsonTexts } from './json-texts.store.ts'
import { claimsLock } from './run/runs.store.ts'

export type WebhookCall = { id: string; tokenHash: Buffer; content: string }
export type WebhookRun = {
  id: string
  memberId: string
  workflowId: string
  versionId: string
  triggerNodeId: string
  createdAt: string
  owner: string | null
}
type IntakeOptions = { owner: string | null; startedAt: string; defaultConcurrency: number; maxHeld: number }

/**
 * Inserts the runs of webhook calls. If this process is the only worker and the workflow is below its concurrency
 * limit, it owns the run and has started it, which saves the statement that claims it. Not while runs are being
 * claimed: both would count the same free slots. Runs of a paused workflow are held, up to a limit: `createdAt` is null
 * for a call above it. Calls with an unknown token return no row.
 */
export function insertWebhookRuns(
  db: Db,
  calls: WebhookCall[],
  { owner, startedAt, defaultConcurrency, maxHeld }: IntakeOptions,
) {
  const tokens = new Map(calls.map(({ tokenHash }) => [tokenHash.toString('hex'), tokenHash]))
  const hooks = new Map([...tokens.keys()].map((token, i) => [token, i + 1]))
  const ids = calls.map(({ id }) => id)
  // The contents are not carried along: each step would copy them.
  return db.rows<WebhookRun>(
    quick(sql`
    with hooks as materialized (
      select t.hook, w.workflow_id, w.member_id, w.version_id, w.node_id, w.max_concurrency, w.is_paused
      from unnest(${[...tokens.values()]}::bytea[]) with ordinality as t (hash, hook)
      join live_webhooks w on w.token_hash = t.hash
    ), requested as (
      select a.id, h.*, row_number() over (partition by h.workflow_id order by a.nr) as rank
      from unnest(${ids}::uuid[], ${calls.map(({ tokenHash }) => hooks.get(tokenHash.toString('hex')))}::int[])
        with ordinality as a (id, hook, nr)
      join hooks h using (hook)
    ), held as (
      select workflow_id, ${maxHeld}::int
        - (select count(*) from executions x where x.workflow_id = d.workflow_id and x.held and x.status = 'queued') as free
      from (select distinct workflow_id from hooks where is_paused) d
    ), accepted as (
      select a.* from requested a left join held h using (workflow_id) where not a.is_paused or a.rank <= h.free
    ), slots as (
      select workflow_id, coalesce(max_concurrency, ${defaultConcurrency}::int)
        - (select count(*) from executions x where x.workflow_id = d.workflow_id
          and x.owner is not null and x.owner = any (array(select p.id from worker_processes p where p.is_alive))) as free
      from (select distinct workflow_id, max_concurrency from hooks where not is_paused) d
      where ${owner}::uuid is not null and pg_try_advisory_xact_lock_shared(${claimsLock}) and not exists (
        select from worker_processes where id <> ${owner}::uuid)
    ), inserted as (
      insert into executions (id, member_id, workflow_id, version_id, trigger_node_id, trigger_type, held,
        owner, epoch, status, started_at)
      select a.id, a.member_id, a.workflow_id, a.version_id, a.node_id, 'trigger.webhook', a.is_paused,
        o.owner, case when o.owner is null then 0 else 1 end, case when o.owner is null then 'queued' else 'running' end,
        case when o.owner is not null then ${startedAt}::timestamptz end
      from accepted a left join slots s using (workflow_id)
      cross join lateral (select case when a.rank <= s.free then ${owner}::uuid end as owner) o
      returning id, created_at, owner
    ), parts as (
      insert into execution_parts (execution_id, part, content)
      select id, 0, content from unnest(${ids}::uuid[], ${jsonTexts(calls.map((call) => call.content))}) as c (id, content)
      where id in (select id from accepted)
    )
    select a.id, a.member_id as "memberId", a.workflow_id as "workflowId", a.version_id as "versionId",
      a.node_id as "triggerNodeId", i.created_at as "createdAt", i.owner
    from requested a left join inserted i using (id)`),
  )
}

export type NewExecution = {
  id: string
  memberId: string
  workflowId: string
  versionId: string
  mailboxId: string | null
  messageId: string | null
  simulated: boolean
  parentId: string | null
  rootId: string | null
  depth: number
  triggerNodeId: string
  triggerType: string
  retryOf: string | null
  headline: { subject: string; fromName: string | null; fromEmail: string } | null
  /** Part 0. */
  content: string
}

/** Which kind of trigger started each run. */
export const findTriggerTypes = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string; triggerType: string }>(sql`
    select id, trigger_type as "triggerType" from executions where id = any (${ids}::uuid[])`)

export const insertExecutions = (db: Db, list: NewExecution[]) =>
  db.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(list.map(({ content, ...row }) => row))}::jsonb) as g (
        id uuid, "memberId" uuid, "workflowId" uuid, "versionId" uuid, "mailboxId" uuid, "messageId" uuid,
        simulated boolean, "parentId" uuid, "rootId" uuid, depth smallint, "triggerNodeId" text, "triggerType" text,
        "retryOf" uuid, headline jsonb)
    ), made as (
      insert into executions (id, member_id, workflow_id, version_id, mailbox_id, message_id, simulated, parent_id,
        root_id, depth, trigger_node_id, trigger_type, retry_of, headline)
      select id, "memberId", "workflowId", "versionId", "mailboxId", "messageId", simulated, "parentId", "rootId", depth,
        "triggerNodeId", "triggerType", "retryOf", nullif(headline, 'null'::jsonb) from given
    )
    insert into execution_parts (execution_id, part, content)
    select * from unnest(${list.map((one) => one.id)}::uuid[], ${list.map(() => 0)}::int[],
      ${jsonTexts(list.map((one) => one.content))})`)

/** Records messages as dispatched to workflows; returns those that were not dispatched before. */
export const claimDispatches = (
  db: Db,
  dispatches: { messageId: string; workflowId: string; executionId: string }[],
) =>
  db.rows<{ executionId: string }>(sql`
    insert into dispatched_messages (message_id, workflow_id, execution_id)
    select * from unnest(${dispatches.map((one) => one.messageId)}::uuid[], ${dispatches.map((one) => one.workflowId)}::uuid[],
      ${dispatches.map((one) => one.executionId)}::uuid[])
    on conflict do nothing returning execution_id as "executionId"`)

export type Retriable = Omit<NewExecution, 'content' | 'retryOf' | 'parentId' | 'rootId' | 'depth'> & {
  status: string
}

/** Locks the row until the end of the transaction, so that two retries of one run are serialized. */
export const findForRetry = (db: Db, memberId: string, id: string) =>
  db.row<Retriable>(sql`
    select id, member_id as "memberId", workflow_id as "workflowId", version_id as "versionId",
      mailbox_id as "mailboxId", message_id as "messageId", simulated, trigger_node_id as "triggerNodeId",
      trigger_type as "triggerType", headline, status
    from executions where id = ${id} and member_id = ${memberId} for no key update`)
