import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'
import { type ItemRow, itemColumns, type JournalFilters } from './journal.store.ts'
import type { ReviewedDraft } from './publish-review.ts'

// Drafts in review. Each transition is one statement that names the states it starts from, so that of two concurrent
// callers only one changes the row.

const isOpen = sql`review_status in ('pending', 'snoozed')`
/** A snoozed draft waits from its time on, even before the sweep has noticed. The first condition is the index's. */
const isWaiting = sql`${isOpen} and (review_status = 'pending' or snooze_until <= now())`

export const findWaiting = (
  db: Db,
  memberId: string,
  f: Pick<JournalFilters, 'mailboxId' | 'workflowId'>,
  after: After | undefined,
  limit: number,
) =>
  db.rows<ItemRow>(sql`
    select ${itemColumns} from outgoing_messages
    where ${all([
      sql`member_id = ${memberId} and ${isWaiting}`,
      ...(f.mailboxId ? [sql`mailbox_id = ${f.mailboxId}`] : []),
      ...(f.workflowId ? [sql`workflow_id = ${f.workflowId}`] : []),
      ...(after ? [sql`(created_at, id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by created_at desc, id desc limit ${limit}`)

export const countWaiting = async (db: Db, memberId: string) =>
  (
    await db.row<{ n: number }>(sql`
      select count(*) as n from outgoing_messages where member_id = ${memberId} and ${isWaiting}`)
  )?.n ?? 0

export type DraftContent = {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  bodyText: string
  bodyHtml: string | null
}
export type Draft = DraftContent & {
  attachmentIds: string[]
  /** The message whose attachments the mail includes. */
  originalId: string | null
  item: ItemRow
}
type DraftRow = ItemRow & Omit<Draft, 'item'>

const toDraft = ({
  to,
  cc,
  bcc,
  bodyText,
  bodyHtml,
  attachmentIds,
  originalId,
  ...item
}: DraftRow): Draft => ({
  to,
  cc,
  bcc,
  subject: item.subject,
  bodyText,
  bodyHtml,
  attachmentIds,
  originalId,
  item,
})

const draftColumns = sql`
  ${itemColumns}, "to", cc, bcc, body_text as "bodyText", body_html as "bodyHtml", attachment_ids as "attachmentIds",
  case when include_originals then coalesce(reply_to_message_id, forward_of_message_id) end as "originalId"`

/** A draft that is or was in review. */
export const findDraft = async (db: Db, memberId: string, id: string) => {
  const row = await db.row<DraftRow>(sql`
    select ${draftColumns} from outgoing_messages
    where id = ${id} and member_id = ${memberId} and review_status <> 'none'`)
  return row && toDraft(row)
}

/** Keeps the draft as it is until the transaction ends. */
export const lockDraft = async (db: Db, memberId: string, id: string) => {
  const row = await db.row<DraftRow>(sql`
    select ${draftColumns} from outgoing_messages
    where id = ${id} and member_id = ${memberId} and review_status <> 'none' for update`)
  return row && toDraft(row)
}

/**
 * Keeps the open ones as they are and returns all. In one order, so that two selections cannot deadlock; what was decided
 * stays so without a lock, for which the end of a delivery would have to wait.
 */
export async function lockDrafts(db: Db, memberId: string, ids: string[]) {
  await db.run(sql`
    select from outgoing_messages where id = any (${ids}::uuid[]) and member_id = ${memberId} and ${isOpen}
    order by id for update`)
  return db.rows<ItemRow>(sql`
    select ${itemColumns} from outgoing_messages
    where id = any (${ids}::uuid[]) and member_id = ${memberId} and review_status <> 'none'`)
}

/** Replaces the content with what a person has written. */
export const saveEdits = (db: Db, memberId: string, id: string, c: DraftContent) =>
  db.row<ItemRow>(sql`
    update outgoing_messages set
      "to" = ${c.to}, cc = ${c.cc}, bcc = ${c.bcc}, subject = ${c.subject}, body_text = ${c.bodyText},
      body_html = ${c.bodyHtml}, edited_at = now()
    where id = ${id} and member_id = ${memberId} and ${isOpen}
    returning ${itemColumns}`)

/** Hands drafts to the outbox. It delivers each as soon as the rate limit of its mailbox allows. */
export const releaseDrafts = (db: Db, memberId: string, ids: string[]) =>
  db.rows<ItemRow & { sendAfter: string }>(sql`
    update outgoing_messages set
      review_status = 'sent', review_at = now(), snooze_until = null, send_status = 'pending', held_by = null,
      send_after = now(), rate_pending = true, rejected = '[]'
    where id = any (${ids}::uuid[]) and member_id = ${memberId} and ${isOpen}
    returning ${itemColumns}, send_after as "sendAfter"`)

export const rejectDraft = (db: Db, memberId: string, id: string, reason: string | null) =>
  db.row<ItemRow>(sql`
    update outgoing_messages set
      review_status = 'rejected', review_at = now(), review_reason = coalesce(${reason}, review_reason),
      snooze_until = null, send_status = 'cancelled', held_by = null
    where id = ${id} and member_id = ${memberId} and ${isOpen}
    returning ${itemColumns}`)

export const snoozeDraft = (db: Db, memberId: string, id: string, until: string) =>
  db.row<ItemRow>(sql`
    update outgoing_messages set review_status = 'snoozed', snooze_until = ${until}
    where id = ${id} and member_id = ${memberId} and ${isOpen}
    returning ${itemColumns}`)

/** Ends snoozes whose time has come. `snooze_until` stays: it is when the draft began to wait again. */
export const returnSnoozed = (db: Db, limit: number) =>
  db.rows<ReviewedDraft>(sql`
    update outgoing_messages set review_status = 'pending'
    where id in (
      select id from outgoing_messages where review_status = 'snoozed' and snooze_until <= now()
      order by snooze_until limit ${limit} for update skip locked)
    returning id, member_id as "memberId", mailbox_id as "mailboxId", review_status as "reviewStatus",
      send_status as "sendStatus"`)
