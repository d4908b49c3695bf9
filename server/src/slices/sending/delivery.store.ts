import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ItemSummary, SendStatus } from './outbox.store.ts'
import type { RecipientRejection } from './ports.ts'
import type { ReviewedDraft } from './publish-review.ts'

// The steps of a delivery. Each is one statement that names the state it expects, so that of two concurrent callers
// only one changes the row.

const summaryColumns = sql`id, member_id as "memberId", mailbox_id as "mailboxId", subject`

export type ClaimedItem = ItemSummary & {
  mailboxAddress: string
  to: string[]
  cc: string[]
  bcc: string[]
  bodyText: string
  bodyHtml: string | null
  /** Names the body that the recipient gets; the other fields and `source` are the copy. */
  personalBody: string | null
  replyToMessageId: string | null
  forwardOfMessageId: string | null
  quoteOriginal: boolean
  includeOriginals: boolean
  attachmentIds: string[]
  automatic: boolean
  /** Written by a workflow, and sent by a person who has read it. */
  isReviewed: boolean
  /** Not yet counted in the rate limit of the mailbox. */
  ratePending: boolean
  /** Appended to the mailbox's Drafts folder instead of being sent. */
  intoDrafts: boolean
  inReplyTo: string | null
  references: string[]
  attempts: number
  messageIdHeader: string | null
  source: Buffer | null
  /** Recipients for whom the server accepted the mail while it deferred others. */
  delivered: string[]
  rejected: RecipientRejection[]
}
type Claim = { id: string; claim: string }
/** The results of all recipients so far. */
export type RecipientResults = Pick<ClaimedItem, 'delivered' | 'rejected'>

// The switches do not apply to drafts, which are never sent.
const maySend = (enabled: boolean) => sql`(into_drafts or (${enabled} and sending_is_on(mailbox_id)))`

/** Claims an item that is pending and due and whose switches are on. */
export const claimItem = (db: Db, { id, claim }: Claim, processId: string, enabled: boolean) =>
  db.row<ClaimedItem>(sql`
    update outgoing_messages set
      send_status = 'running', claim = ${claim}, process_id = ${processId}, claimed_at = now(),
      attempts = attempts + 1, dot_pending_at = null
    where id = ${id} and send_status = 'pending' and send_after <= now() and ${maySend(enabled)}
    returning ${summaryColumns}, mailbox_address as "mailboxAddress", "to", cc, bcc, body_text as "bodyText",
      body_html as "bodyHtml", personal_body as "personalBody", reply_to_message_id as "replyToMessageId",
      forward_of_message_id as "forwardOfMessageId", quote_original as "quoteOriginal",
      include_originals as "includeOriginals", attachment_ids as "attachmentIds", automatic,
      review_status = 'sent' as "isReviewed", rate_pending as "ratePending",
      into_drafts as "intoDrafts", in_reply_to as "inReplyTo", reference_ids as references, attempts,
      message_id_header as "messageIdHeader", source, delivered, rejected`)

const isOwned = ({ id, claim }: Claim) => sql`id = ${id} and claim = ${claim} and send_status = 'running'`

export const storeSource = (db: Db, c: Claim, messageIdHeader: string, source: Buffer) =>
  db.run(sql`
    update outgoing_messages set message_id_header = ${messageIdHeader}, source = ${source}
    where ${isOwned(c)} and source is null`)

/** Writes the dot mark, the last check of ownership and switches before the mail is sent. */
export const markDot = (db: Db, c: Claim) =>
  db.run(sql`
    update outgoing_messages set dot_pending_at = now() where ${isOwned(c)} and sending_is_on(mailbox_id)`)

/** Also applies to an item that became unknown meanwhile, because the server's answer is authoritative. */
export const finishSent = (db: Db, { id, claim }: Claim, r: RecipientResults) =>
  db.row<ItemSummary & { sentCopy: string }>(sql`
    update outgoing_messages set
      send_status = 'done', sent_at = coalesce(sent_at, now()), sent_copy = coalesce(sent_copy, 'pending'),
      delivered = ${r.delivered}, rejected = ${JSON.stringify(r.rejected)},
      -- The copy in Sent may have been saved while deferred recipients still needed the bytes.
      source = case when coalesce(sent_copy, 'pending') = 'pending' then source end,
      send_error_kind = null, send_error = null,
      review_status = case when review_status = 'none' then 'none' else 'sent' end
    where id = ${id} and claim = ${claim} and send_status in ('running', 'unknown')
    returning ${summaryColumns}, sent_copy as "sentCopy"`)

/** Reschedules the mail for the deferred recipients, with the same bytes. Accepted recipients never get it again. */
export const postponeDeferred = (db: Db, c: Claim, r: RecipientResults, delaySeconds: number) =>
  db.row<ItemSummary & { sendAfter: string; sentCopy: string }>(sql`
    update outgoing_messages set
      send_status = 'pending', sent_at = coalesce(sent_at, now()), sent_copy = coalesce(sent_copy, 'pending'),
      delivered = ${r.delivered}, rejected = ${JSON.stringify(r.rejected)},
      send_error_kind = 'recipients_deferred', send_error = null,
      review_status = case when review_status = 'none' then 'none' else 'sent' end,
      claim = null, process_id = null, dot_pending_at = null,
      send_after = now() + make_interval(secs => ${delaySeconds}::float8)
    where ${isOwned(c)} returning ${summaryColumns}, send_after as "sendAfter", sent_copy as "sentCopy"`)

/** Renews the claim; changes no row when ownership was lost. */
export const renewClaim = (db: Db, c: Claim) =>
  db.run(sql`update outgoing_messages set claimed_at = now() where ${isOwned(c)}`)

/** Drops the bytes, since the mailbox now has the draft. */
export const finishDrafted = (db: Db, c: Claim) =>
  db.row<ItemSummary>(sql`
    update outgoing_messages set send_status = 'done', source = null, send_error_kind = null, send_error = null
    where ${isOwned(c)} and into_drafts returning ${summaryColumns}`)

type Failure = { kind: string; message: string; rejected: RecipientRejection[] }
export const finishFailed = (db: Db, { id, claim }: Claim, f: Failure) =>
  db.row<ItemSummary>(sql`
    update outgoing_messages set
      send_status = 'failed', send_error_kind = ${f.kind}, send_error = ${f.message},
      rejected = ${JSON.stringify(f.rejected)}
    where id = ${id} and claim = ${claim} and send_status in ('running', 'unknown') returning ${summaryColumns}`)

/**
 * Puts a draft that was sent from review and certainly not accepted back into the queue. Its bytes are composed anew, as
 * it may be edited; it keeps its `Message-ID`.
 */
export const returnToReview = (db: Db, id: string) =>
  db.row<ReviewedDraft & { reviewAt: string }>(sql`
    update outgoing_messages set
      review_status = 'pending', review_reason = 'not_sent', review_at = now(), send_status = 'held',
      held_by = 'review', claim = null, process_id = null, dot_pending_at = null, source = null, attempts = 0
    where id = ${id} and review_status = 'sent' and send_status = 'failed'
    returning id, member_id as "memberId", mailbox_id as "mailboxId", review_status as "reviewStatus",
      send_status as "sendStatus", review_at as "reviewAt"`)

export const postpone = (db: Db, c: Claim, f: Failure, delaySeconds: number) =>
  db.row<ItemSummary & { sendAfter: string }>(sql`
    update outgoing_messages set
      send_status = 'pending', send_error_kind = ${f.kind}, send_error = ${f.message}, claim = null,
      process_id = null, dot_pending_at = null, rejected = ${JSON.stringify(f.rejected)},
      send_after = now() + make_interval(secs => ${delaySeconds}::float8)
    where ${isOwned(c)} returning ${summaryColumns}, send_after as "sendAfter"`)

/** Releases an item that was not sent, without counting the attempt. */
export const releaseItem = (db: Db, c: Claim) =>
  db.row<ItemSummary>(sql`
    update outgoing_messages set
      send_status = 'pending', claim = null, process_id = null, dot_pending_at = null,
      attempts = greatest(0, attempts - 1)
    where ${isOwned(c)} returning ${summaryColumns}`)

/** The mail is counted in the rate limit of its mailbox. */
export const settleRate = (db: Db, c: Claim) =>
  db.run(sql`update outgoing_messages set rate_pending = false where ${isOwned(c)}`)

/** Releases an item that has to wait for its turn, without counting the attempt. */
export const putOff = (db: Db, c: Claim, delaySeconds: number) =>
  db.row<ItemSummary & { sendAfter: string }>(sql`
    update outgoing_messages set
      send_status = 'pending', claim = null, process_id = null, attempts = greatest(0, attempts - 1),
      send_after = now() + make_interval(secs => ${delaySeconds}::float8)
    where ${isOwned(c)} returning ${summaryColumns}, send_after as "sendAfter"`)

export const finishUnknown = (db: Db, c: Claim, kind: string, message: string) =>
  db.row<ItemSummary>(sql`
    update outgoing_messages set send_status = 'unknown', send_error_kind = ${kind}, send_error = ${message}
    where ${isOwned(c)} returning ${summaryColumns}`)

/** Recovers an item of a dead delivery. Without the dot mark it was not sent; with it the outcome is unknown. */
export const recover = (db: Db, c: Claim, maxAttempts: number) =>
  db.row<ItemSummary & { sendStatus: SendStatus }>(sql`
    update outgoing_messages set
      send_status = case
        -- Some recipients have the mail; the others are not worth the risk of a duplicate.
        when delivered <> '{}' and (dot_pending_at is not null or attempts >= ${maxAttempts}) then 'done'
        when dot_pending_at is not null then 'unknown'
        when attempts >= ${maxAttempts} then 'failed' else 'pending' end,
      send_error_kind = 'interrupted', send_error = 'The process that delivered it ended.',
      source = case when delivered = '{}' or sent_copy = 'pending' then source end,
      claim = case when dot_pending_at is not null then claim end
    where ${isOwned(c)} returning ${summaryColumns}, send_status as "sendStatus"`)

export const holdItem = (db: Db, id: string) =>
  db.row<ItemSummary>(sql`
    update outgoing_messages o set send_status = 'held', held_by = case
      when exists (select from member_identities m where m.id = o.member_id and m.status = 'suspended')
      then 'suspension' else 'switch' end
    where id = ${id} and send_status = 'pending' returning ${summaryColumns}`)

export type DeliveryState = {
  sendStatus: SendStatus
  claim: string | null
  isDue: boolean
  isOn: boolean
  sendAfter: string
  /** The claiming process is alive and the claim is younger than the longest possible dialogue. */
  isClaimantAlive: boolean
  isClaimedHere: boolean
}
export const findDeliveryState = (db: Db, id: string, processId: string, enabled: boolean) =>
  db.row<DeliveryState>(sql`
    select send_status as "sendStatus", claim, send_after <= now() as "isDue", send_after as "sendAfter",
      ${maySend(enabled)} as "isOn",
      coalesce(process_is_alive(process_id) and claimed_at > now() - interval '30 minutes', false)
        as "isClaimantAlive",
      coalesce(process_id = ${processId}, false) as "isClaimedHere"
    from outgoing_messages where id = ${id}`)
