import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** One trigger of the published version of a workflow. */
export type Trigger = {
  workflowId: string
  workflowName: string
  versionId: string
  nodeId: string
  type: string
  memberId: string
  /** Null means all mailboxes of the member. */
  mailboxIds: string[] | null
  params: Record<string, unknown>
  dispatchPriority: number | null
}

const columns = sql`
  t.workflow_id as "workflowId", w.name as "workflowName", t.version_id as "versionId", t.node_id as "nodeId", t.type,
  t.member_id as "memberId", t.mailbox_ids as "mailboxIds", t.params, w.dispatch_priority as "dispatchPriority"`

/** In the order in which they are evaluated. */
export const findTriggers = (db: Db, memberId: string, type: string) =>
  db.rows<Trigger>(sql`
    select ${columns} from workflow_triggers t join workflows w on w.id = t.workflow_id
    where t.member_id = ${memberId} and t.type = ${type}
    order by w.dispatch_priority nulls last, w.created_at, w.id, t.node_id`)

export const findTriggersOf = (db: Db, workflowId: string, type: string) =>
  db.rows<Trigger>(sql`
    select ${columns} from workflow_triggers t join workflows w on w.id = t.workflow_id
    where t.workflow_id = ${workflowId} and t.type = ${type} order by t.node_id`)

/** The trigger behind a webhook address; undefined unless the workflow is published. */
export const findWebhookTrigger = (db: Db, tokenHash: Uint8Array, type: string) =>
  db.row<Trigger>(sql`
    select ${columns} from workflows w join workflow_triggers t on t.workflow_id = w.id and t.type = ${type}
    where w.webhook_token_hash = ${tokenHash} order by t.node_id limit 1`)

export const deleteTriggers = (db: Db, workflowId: string) =>
  db.run(sql`delete from workflow_triggers where workflow_id = ${workflowId}`)

type NewTrigger = Omit<Trigger, 'workflowName' | 'dispatchPriority'> & { nextAt: string | null }
export const insertTrigger = (db: Db, t: NewTrigger) =>
  db.run(sql`
    insert into workflow_triggers (workflow_id, version_id, node_id, type, member_id, mailbox_ids, params, next_at)
    values (${t.workflowId}, ${t.versionId}, ${t.nodeId}, ${t.type}, ${t.memberId}, ${t.mailboxIds},
            ${JSON.stringify(t.params)}, ${t.nextAt})`)

type Due = Pick<Trigger, 'workflowId' | 'versionId' | 'nodeId' | 'memberId' | 'params'> & {
  dueAt: string
  /** False for a schedule whose next time was computed before the clock was set back. */
  isDue: boolean
}
/** Locks schedules that are due or must be computed anew, skipping those locked by another process. */
export const lockDue = (db: Db, limit: number) =>
  db.rows<Due>(sql`
    select workflow_id as "workflowId", version_id as "versionId", node_id as "nodeId", member_id as "memberId",
      params, next_at as "dueAt", next_at <= now() as "isDue"
    from workflow_triggers
    where next_at <= now() or (next_at is not null and next_set_at > now() + interval '1 minute')
    order by next_at limit ${limit} for update skip locked`)

export const setNextAt = (db: Db, workflowId: string, nodeId: string, nextAt: string | null) =>
  db.run(sql`
    update workflow_triggers set next_at = ${nextAt}, next_set_at = now()
    where workflow_id = ${workflowId} and node_id = ${nodeId}`)
