import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
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
  /** Folders of its mailbox are labels (Gmail). */
  hasLabels: boolean
}

/**
 * Holds the mailbox of a thread until the end, before anything else: whoever writes to its messages does, so nobody
 * waits for anybody in a circle. No row: the member has no such thread.
 */
export const holdMailboxOf = (db: Db, memberId: string, threadId: string) =>
  db.row<{ id: string }>(sql`
    select b.id from threads t cross join lateral lock_own_mailbox(t.mailbox_id, ${memberId}) b (id)
    where t.id = ${threadId}`)

export const findThreadMessages = (db: Db, threadId: string) =>
  db.rows<ThreadMessage>(sql`
    select m.id, m.mailbox_id as "mailboxId", m.folder_id as "folderId", m.uid, f.role, f.key, m.seen, m.flagged,
      m.labels, exists (select from folders l where l.mailbox_id = m.mailbox_id and l.label is not null) as "hasLabels"
    from messages m join folders f on f.id = m.folder_id
    where m.thread_id = ${threadId} order by m.received_at, m.id`)

export const findTarget = (db: Db, mailboxId: string, to: { role: Role } | { key: string }) =>
  db.row<{ id: string }>(sql`
    select id from folders where mailbox_id = ${mailboxId} and selectable and label is null
      and ${'role' in to ? sql`role = ${to.role}` : sql`key = ${to.key}`} limit 1`)

/** Which of these keys are folders of the mailbox, labels or not. */
export const findKeys = async (db: Db, mailboxId: string, keys: string[]) =>
  (
    await db.rows<{ key: string }>(sql`
      select distinct key from folders where mailbox_id = ${mailboxId} and selectable and key = any (${keys}::text[])`)
  ).map(({ key }) => key)

type Before = { folderId: string; uid: number; seen: boolean; flagged: boolean; labels: string[] }
export type NewOp = {
  id: string
  mailboxId: string
  messageId: string
  action: Action | 'label'
  step: Step & { targetId?: string }
  before: Before
  clientToken: string
}

export const findOps = (db: Db, messageIds: string[], clientToken: string) =>
  db.rows<{ id: string; messageId: string }>(sql`
    select id, message_id as "messageId" from message_ops
    where message_id = any (${messageIds}::uuid[]) and client_token = ${clientToken}`)

export const insertOps = (db: Db, ops: NewOp[]) =>
  db.run(sql`
    insert into message_ops (id, mailbox_id, message_id, action, params, before, client_token)
    select o.id, o."mailboxId", o."messageId", o.action, o.step, o.before, o."clientToken"
    from jsonb_to_recordset(${JSON.stringify(ops)}::jsonb) as o (
      id uuid, "mailboxId" uuid, "messageId" uuid, action text, step jsonb, before jsonb, "clientToken" text)`)

export type PendingOp = {
  id: string
  messageId: string
  action: Action | 'label'
  step: Step & { targetId?: string }
  before: Before
  attempts: number
}

/** What waits to be done to the server, in the order in which it was asked for. */
export const findPendingOps = (db: Db, mailboxId: string, limit: number) =>
  db.rows<PendingOp>(sql`
    select id, message_id as "messageId", action, params as step, before, attempts from message_ops
    where mailbox_id = ${mailboxId} and status = 'pending' order by created_at, id limit ${limit}`)

export const finishOps = (db: Db, ids: string[], status: 'done' | 'failed', error: string | null) =>
  db.run(sql`
    update message_ops set status = ${status}, error = ${error}, finished_at = now()
    where id = any (${ids}::uuid[]) and status = 'pending'`)

/** Where messages stand in the mirror now; an earlier operation may have moved them. */
export const findPlaces = (db: Db, ids: string[]) =>
  db.rows<{ id: string; folderId: string; uid: number }>(
    sql`select id, folder_id as "folderId", uid from messages where id = any (${ids}::uuid[])`,
  )

/** Places on the server that messages are about to leave: what still stands there is not to be taken in again. */
export const findLeaving = (db: Db, mailboxId: string) =>
  db.rows<{ folderId: string; uid: number }>(sql`
    select (before ->> 'folderId')::uuid as "folderId", (before ->> 'uid')::bigint as uid from message_ops
    where mailbox_id = ${mailboxId} and status = 'pending' and params ->> 'kind' in ('move', 'delete')`)

/** Whether messages are still to be moved into a folder. */
export const isTargeted = async (db: Db, mailboxId: string, folderId: string) =>
  (await db.row(sql`
    select from message_ops
    where mailbox_id = ${mailboxId} and status = 'pending' and params ->> 'targetId' = ${folderId} limit 1`)) !==
  undefined

/** UIDs of a folder whose messages have something on its way to the server: what it says of them now is old. */
export const findBusyUids = async (db: Db, folderId: string) =>
  (
    await db.rows<{ uid: number }>(sql`
      select m.uid from messages m join message_ops o on o.message_id = m.id
      where m.folder_id = ${folderId} and o.mailbox_id = m.mailbox_id and o.status = 'pending'`)
  ).map((row) => row.uid)
