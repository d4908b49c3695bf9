import type { Db } from '../../platform/db/database.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ItemSummary } from './outbox.store.ts'

// The ends of a draft without a person's decision. Each is one guarded statement, so that of two transitions at the same
// moment only one happens. Rows are locked in the order of their ids.

type GoneReason = 'answered' | 'message_deleted' | 'withdrawn' | 'replaced' | 'expired'

const isWaiting = sql`review_status in ('pending', 'snoozed')`

/** When somebody last had to do with a draft; a snoozed one counts from its return. The index has this expression. */
export const touchedAt = sql`greatest(created_at, edited_at, snooze_until, review_at)`

const end = (db: Db, reason: GoneReason, ids: Sql) =>
  db.rows<ItemSummary>(sql`
    update outgoing_messages set
      review_status = 'gone', review_reason = ${reason}, review_at = now(), send_status = 'cancelled', held_by = null
    where id in (${ids}) and ${isWaiting}
    returning id, member_id as "memberId", mailbox_id as "mailboxId", subject`)

const waiting = (condition: Sql) =>
  sql`select id from outgoing_messages where ${isWaiting} and ${condition} order by id for update`

/** Whether anything waits that an answer could end; saves looking closer at a member's own mail. */
export const hasWaitingReply = async (db: Db, memberId: string) =>
  (await db.row(sql`
    select from outgoing_messages where member_id = ${memberId} and ${isWaiting} and reply_to_message_id is not null
    limit 1`)) !== undefined

export type ConversationAnswer = {
  /** Its oldest copy in the mirror; null for a mail that leaves from here. */
  firstId: string | null
  threadId: string | null
  inReplyTo: string | null
  at: string
  recipients: string[]
  /** Of history only what was written after the draft counts: somebody may have asked to answer an old message again. */
  isNew: boolean
}

/**
 * A run that began when the answer was there already was meant to answer again, and copies of the answer change nothing:
 * ids are in the order of time. An answer to somebody else in the thread, such as a forward, leaves a draft as it is.
 */
const isAnsweredBy = (memberId: string) => sql`
  d.member_id = ${memberId} and d.reply_to_message_id is not null
  and (a."firstId" is null or a."firstId" > coalesce(d.execution_id, d.id))
  and case when a."isNew" then a.at >= o.dated_at or a."inReplyTo" = d.in_reply_to else a.at > d.created_at end
  and (a.recipients = '{}' or exists (
    select from unnest(d."to" || d.cc || o.from_email) recipient where lower(recipient) = any (a.recipients)))`

/** An answer from another mailbox of the member is in a thread of its own, but names the message that it answers. */
export const endAnswered = (db: Db, memberId: string, answers: ConversationAnswer[]) =>
  end(
    db,
    'answered',
    waiting(sql`id in (
      with a as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a (
          "firstId" uuid, "threadId" uuid, "inReplyTo" text, at timestamptz, recipients text[], "isNew" boolean))
      select d.id from a join message_threads o on o.thread_id = a."threadId"
      join outgoing_messages d on d.message_id = o.id and d.${isWaiting} where ${isAnsweredBy(memberId)}
      union
      select d.id from a join outgoing_messages d on d.in_reply_to = a."inReplyTo" and d.${isWaiting}
      left join message_threads o on o.id = d.message_id where ${isAnsweredBy(memberId)})`),
  )

/** A sent mail as an answer; none if it answers nothing, or if no person has sent it. */
export const findSentAnswer = (db: Db, id: string) =>
  db.row<ConversationAnswer & { memberId: string }>(sql`
    select s.member_id as "memberId", null as "firstId", o.thread_id as "threadId", s.in_reply_to as "inReplyTo", now() as at,
      array(select lower(recipient) from unnest(s."to" || s.cc || s.bcc) recipient) as recipients, true as "isNew"
    from outgoing_messages s left join message_threads o on o.id = s.reply_to_message_id
    where s.id = ${id} and s.reply_to_message_id is not null and (s.origin = 'webmail' or s.review_status <> 'none')`)

const isOrphan = sql`
  message_id is not null and not exists (select from message_threads m where m.id = outgoing_messages.message_id)`

const isAbout = (messageIds: string[]) => sql`message_id = any (${messageIds}::uuid[])`

export const hasWaitingAbout = async (db: Db, messageIds: string[]) =>
  (await db.row(sql`
    select from outgoing_messages where ${isWaiting} and ${isAbout(messageIds)} limit 1`)) !== undefined

/** Messages that no longer exist and that drafts are about. */
export const findOrphanedMessages = async (db: Db, limit: number) =>
  (
    await db.rows<{ id: string }>(sql`
      select distinct message_id as id from outgoing_messages where ${isWaiting} and ${isOrphan} limit ${limit}`)
  ).map(({ id }) => id)

/** A draft about a deleted message takes another copy of the message, if the mailbox has one. */
export const moveToCopies = (db: Db, messageIds: string[]) =>
  db.run(sql`
    update outgoing_messages d set message_id = copy.id, thread_id = copy.thread_id,
      reply_to_message_id = case when d.reply_to_message_id is not null then copy.id end
    from (
      select distinct on (draft.id) draft.id as draft_id, m.id, m.thread_id
      from (
        select id, mailbox_id, in_reply_to from outgoing_messages
        where ${isWaiting} and ${isAbout(messageIds)} and ${isOrphan}) draft
      join message_threads m on m.mailbox_id = draft.mailbox_id and m.message_id_header = draft.in_reply_to
      order by draft.id, m.id) copy
    where d.id = copy.draft_id and d.${isWaiting}`)

export const endOrphans = (db: Db, messageIds: string[]) =>
  end(db, 'message_deleted', waiting(sql`${isAbout(messageIds)} and ${isOrphan}`))

export const endInMailbox = (db: Db, mailboxId: string) =>
  end(db, 'message_deleted', waiting(sql`mailbox_id = ${mailboxId}`))

export const endWithdrawn = (db: Db, memberId: string, workflowId: string) =>
  end(
    db,
    'withdrawn',
    waiting(sql`member_id = ${memberId} and workflow_id = ${workflowId} and edited_at is null`),
  )

/** Serialises the drafts about messages of one mailbox with each other and with the mirror that stores answers. */
export const lockConversation = (db: Db, messageId: string) =>
  db.run(sql`
    select from lock_mailboxes(array(select mailbox_id from message_threads where id = ${messageId}))`)

type NewDraft = { id: string; memberId: string; draftKey: Buffer | null }

/** What a person has edited stays. */
export const endReplaced = (db: Db, { id, memberId, draftKey }: NewDraft) =>
  end(
    db,
    'replaced',
    waiting(sql`draft_key = ${draftKey} and member_id = ${memberId} and id <> ${id} and edited_at is null`),
  )

const isOlderThan = (days: number) =>
  sql`${touchedAt} < now() - make_interval(secs => ${days * 86_400}::float8)`

export const findMembersWithExpired = async (db: Db, days: number) =>
  (
    await db.rows<{ memberId: string }>(sql`
      select distinct member_id as "memberId" from outgoing_messages where ${isWaiting} and ${isOlderThan(days)}`)
  ).map(({ memberId }) => memberId)

/** Skips a draft that somebody is just working on. */
export const endExpired = (db: Db, memberId: string, days: number, limit: number) =>
  end(
    db,
    'expired',
    sql`select id from outgoing_messages
      where member_id = ${memberId} and ${isWaiting} and ${isOlderThan(days)}
      order by id limit ${limit} for update skip locked`,
  )

export type Expiring = { memberId: string; drafts: number; expiresAt: string }

/** The drafts of each member that expire within `noticeDays`. */
export const findExpiring = (db: Db, days: number, noticeDays: number) =>
  db.rows<Expiring>(sql`
    select member_id as "memberId", count(*) as drafts,
      min(${touchedAt}) + make_interval(secs => ${days * 86_400}::float8) as "expiresAt"
    from outgoing_messages
    where ${isWaiting} and ${isOlderThan(days - noticeDays)} and not ${isOlderThan(days)}
    group by member_id`)
