import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { readingOrder } from '../reading-order.store.ts'
import type { Action, Role, Step } from './step.ts'

export type ThreadMessage = {
  id: string
  mailboxId: string
  folderId: string
  uid: number
  role: Role | null
  key: string
  seen: boolean
  flagged: boolean
  labels: string[]
  /** The folders of the mailbox are labels (Gmail). */
  hasLabels: boolean
  draft: boolean
  sent: boolean
  /** The folder that a message in the trash was in before, if it still exists. */
  previousKey: string | null
  /** The labels that a message in the trash had before, as far as they still exist; null if unknown. */
  previousLabels: string[] | null
  /** The folder for drafts or for sent mail that a message of the member's own belongs in. */
  ownKey: string | null
}

/**
 * Locks the mailbox of a thread for the transaction. All writers lock it first, which prevents deadlocks. No row: the
 * member has no such thread.
 */
export const lockMailboxOfThread = (db: Db, memberId: string, threadId: string) =>
  db.row<{ id: string }>(sql`
    select b.id from threads t cross join lateral lock_own_mailbox(t.mailbox_id, ${memberId}) b (id)
    where t.id = ${threadId}`)

export const findThreadMessages = (db: Db, threadId: string) =>
  db.rows<ThreadMessage>(sql`
    select m.id, m.mailbox_id as "mailboxId", m.folder_id as "folderId", m.uid, f.role, f.key, m.seen, m.flagged,
      m.labels, exists (select from folders l where l.mailbox_id = m.mailbox_id and l.label is not null) as "hasLabels",
      m.draft, m.sent, p.key as "previousKey", case when m.previous_labels is not null then array(
        select l.key from folders l where l.mailbox_id = m.mailbox_id and l.selectable and l.key = any (m.previous_labels)
        order by l.key) end as "previousLabels", (
        select o.key from folders o where o.mailbox_id = m.mailbox_id and o.selectable and o.label is null
          and o.role = case when m.draft then 'drafts' when m.sent then 'sent' end limit 1) as "ownKey"
    from messages m join folders f on f.id = m.folder_id
    left join folders p on p.id = m.previous_folder_id and p.selectable and p.label is null
    where m.thread_id = ${threadId} order by ${readingOrder(sql`m`)}`)

export const findTarget = (db: Db, mailboxId: string, to: { role: Role } | { key: string }) =>
  db.row<{ id: string }>(sql`
    select id from folders where mailbox_id = ${mailboxId} and selectable and label is null
      and ${'role' in to ? sql`role = ${to.role}` : sql`key = ${to.key}`} limit 1`)

/** The keys that are folders of the mailbox, labels included. */
export const findFolderKeys = async (db: Db, mailboxId: string, keys: string[]) =>
  (
    await db.rows<{ key: string }>(sql`
      select distinct key from folders where mailbox_id = ${mailboxId} and selectable and key = any (${keys}::text[])`)
  ).map(({ key }) => key)

type OpUndoState = {
  folderId: string
  uid: number
  /** Of the folder when the op was created; the UID is valid together with it only. */
  uidValidity?: string | null
  seen: boolean
  flagged: boolean
  labels: string[]
}
export type NewOp = {
  id: string
  mailboxId: string
  messageId: string
  action: Action | 'label'
  step: Step & { targetId?: string }
  before: OpUndoState
  clientToken: string
}

export const findOps = (db: Db, messageIds: string[], clientToken: string) =>
  db.rows<{ id: string; messageId: string; action: NewOp['action'] }>(sql`
    select id, message_id as "messageId", action from message_ops
    where message_id = any (${messageIds}::uuid[]) and client_token = ${clientToken}`)

export const insertOps = (db: Db, ops: NewOp[]) =>
  db.run(sql`
    insert into message_ops (id, mailbox_id, message_id, action, params, before, client_token)
    select o.id, o."mailboxId", o."messageId", o.action, o.step,
      o.before || jsonb_build_object('uidValidity', f.uid_validity), o."clientToken"
    from jsonb_to_recordset(${JSON.stringify(ops)}::jsonb) as o (
      id uuid, "mailboxId" uuid, "messageId" uuid, action text, step jsonb, before jsonb, "clientToken" text)
    left join folders f on f.id = (o.before ->> 'folderId')::uuid`)

export type PendingOp = {
  id: string
  messageId: string
  action: Action | 'label'
  step: Step & { targetId?: string }
  before: OpUndoState
  attempts: number
}

/** Ops that are not yet executed on the server, in order of creation. */
export const findPendingOps = (db: Db, mailboxId: string, limit: number) =>
  db.rows<PendingOp>(sql`
    select id, message_id as "messageId", action, params as step, before, attempts from message_ops
    where mailbox_id = ${mailboxId} and status = 'pending' order by created_at, id limit ${limit}`)

export const finishOps = (db: Db, ids: string[], status: 'done' | 'failed', error: string | null) =>
  db.run(sql`
    update message_ops set status = ${status}, error = ${error}, finished_at = now()
    where id = any (${ids}::uuid[]) and status = 'pending'`)

/** The current locations of messages in the mirror; an earlier op may have moved them. */
export const findLocations = (db: Db, ids: string[]) =>
  db.rows<{ id: string; folderId: string; uid: number }>(
    sql`select id, folder_id as "folderId", uid from messages where id = any (${ids}::uuid[])`,
  )

/** Server locations that messages are about to leave. What is still there must not be imported again. */
export const findPendingDepartures = (db: Db, mailboxId: string) =>
  db.rows<{ folderId: string; uid: number }>(sql`
    select f.id as "folderId", (o.before ->> 'uid')::bigint as uid
    from message_ops o join folders f on f.id = (o.before ->> 'folderId')::uuid
    where o.mailbox_id = ${mailboxId} and o.status = 'pending' and o.params ->> 'kind' in ('move', 'delete')
      and coalesce(o.before ->> 'uidValidity', f.uid_validity) is not distinct from f.uid_validity`)

/** Whether a pending op moves messages into the folder. */
export const isMoveTarget = async (db: Db, mailboxId: string, folderId: string) =>
  (await db.row(sql`
    select from message_ops
    where mailbox_id = ${mailboxId} and status = 'pending' and params ->> 'targetId' = ${folderId} limit 1`)) !==
  undefined

/** UIDs of messages with pending ops; what the server reports about them is outdated. */
export const findUidsWithPendingOps = async (db: Db, folderId: string) =>
  (
    await db.rows<{ uid: number }>(sql`
      select m.uid from messages m join message_ops o on o.message_id = m.id
      where m.folder_id = ${folderId} and o.mailbox_id = m.mailbox_id and o.status = 'pending'`)
  ).map((row) => row.uid)
