import type { Static } from '@mailwright/contract/schema'
import type { ReviewItem } from '@mailwright/contract/sending'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Fingerprint, StoredFingerprint } from '../../platform/http/body-fingerprint.ts'

type Item = Static<typeof ReviewItem>
export type SendStatus = Item['sendStatus']
export type Origin = Item['origin']
export type ReviewStatus = Item['reviewStatus']

/** The workflow step that created a mail. */
export type WorkflowStep = {
  executionId: string
  /** The node within the iterations of its loops; the node alone by default. */
  path?: string | undefined
  workflowId: string
  workflowName: string
  nodeId: string
  nodeType: string
}

/** Who wants a person to look at a mail first: the author of its workflow, or a guard. */
export type HeldFor = 'author' | 'guard'

export type NewItem = {
  id: string
  memberId: string
  mailboxId: string
  mailboxAddress: string
  mode: Item['mode']
  origin: Origin
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  bodyText: string
  bodyHtml: string | null
  personalBody: string | null
  replyToMessageId: string | null
  forwardOfMessageId: string | null
  quoteOriginal: boolean
  includeOriginals: boolean
  attachmentIds: string[]
  automatic: boolean
  inReplyTo: string | null
  references: string[]
  reviewStatus: Item['reviewStatus']
  reviewReason: string | null
  heldBy: 'review' | null
  /** Appended to the mailbox's Drafts folder and never sent from here. */
  intoDrafts: boolean
  draftKey: Buffer | null
  clientToken: Buffer | null
  /** Of the request that the token stands for. */
  request: Fingerprint | null
  delaySeconds: number
  step: WorkflowStep | null
  messageId: string | null
  threadId: string | null
}

export type Queued = { id: string; sendAfter: string }

const hexOf = (bytes: Buffer | null | undefined) => (bytes ? `\\x${bytes.toString('hex')}` : null)

// JSON of half a surrogate pair is no text for the database.
const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/**
 * Inserts all items in one statement: the table has many partial indexes, and preparing them for each row takes longer
 * than writing it. Without those whose token the member has used before: the unique index decides between concurrent
 * requests.
 */
export const insertItems = (db: Db, items: NewItem[]) =>
  db.rows<Queued>(sql`
    insert into outgoing_messages (
      id, member_id, mailbox_id, mailbox_address, mode, origin, "to", cc, bcc, subject, body_text, body_html, personal_body,
      reply_to_message_id, forward_of_message_id, quote_original, include_originals, attachment_ids, automatic,
      in_reply_to, reference_ids, review_status, review_reason, send_status, held_by, into_drafts, draft_key,
      client_token, request_key_id, request_salt, request_hash, send_after,
      execution_id, workflow_id, workflow_name, node_id, node_type, message_id, thread_id)
    select id, "memberId", "mailboxId", "mailboxAddress", mode, origin, "to", cc, bcc, subject, "bodyText", "bodyHtml",
      "personalBody", "replyToMessageId", "forwardOfMessageId", "quoteOriginal", "includeOriginals", "attachmentIds",
      automatic, "inReplyTo", "references", "reviewStatus", "reviewReason",
      case when "heldBy" is null then 'pending' else 'held' end, "heldBy", "intoDrafts", "draftKey", "clientToken",
      "keyId", salt, hash, now() + make_interval(secs => "delaySeconds"), "executionId", "workflowId", "workflowName",
      "nodeId", "nodeType", "messageId", "threadId"
    from json_to_recordset(${JSON.stringify(items.map(recordOf), wellFormed)}::json) as item (
      id uuid, "memberId" uuid, "mailboxId" uuid, "mailboxAddress" text, mode text, origin text, "to" text[], cc text[],
      bcc text[], subject text, "bodyText" text, "bodyHtml" text, "personalBody" uuid, "replyToMessageId" uuid,
      "forwardOfMessageId" uuid, "quoteOriginal" boolean, "includeOriginals" boolean, "attachmentIds" uuid[],
      automatic boolean, "inReplyTo" text, "references" text[], "reviewStatus" text, "reviewReason" text, "heldBy" text,
      "intoDrafts" boolean, "draftKey" bytea, "clientToken" bytea, "keyId" text, salt bytea, hash bytea,
      "delaySeconds" float8, "executionId" uuid, "workflowId" uuid, "workflowName" text, "nodeId" text, "nodeType" text,
      "messageId" uuid, "threadId" uuid)
    on conflict on constraint outgoing_messages_token_key do nothing
    returning id, send_after as "sendAfter"`)

function recordOf({ step, request, draftKey, clientToken, ...item }: NewItem) {
  return Object.assign(item, {
    ...step,
    draftKey: hexOf(draftKey),
    clientToken: hexOf(clientToken),
    keyId: request?.keyId,
    salt: hexOf(request?.salt),
    hash: hexOf(request?.hash),
  })
}

export const deleteItem = (db: Db, id: string) => db.run(sql`delete from outgoing_messages where id = ${id}`)

export type KnownItem = StoredFingerprint & { id: string; origin: Origin; token: Buffer }
// One by one: a plan that was made for an empty table would read all of it.
export const findByTokens = (db: Db, memberId: string, tokens: Buffer[]) =>
  db.rows<KnownItem>(sql`
    select known.* from unnest(${tokens}::bytea[]) as given (token) cross join lateral (
      select id, origin, client_token as token, request_key_id as "keyId", request_salt as salt, request_hash as hash
      from outgoing_messages where member_id = ${memberId} and client_token = given.token limit 1) known`)

export type ItemSummary = { id: string; memberId: string; mailboxId: string; subject: string }

const isCancellable = sql`
  (send_status = 'pending' or (send_status = 'held' and held_by in ('switch', 'suspension')))
  -- Some recipients may already have the mail.
  and delivered = '{}'`

/** Cancels the mails with these personal bodies that have not left. */
export const cancelPersonal = (db: Db, bodyIds: string[]) =>
  db.rows<ItemSummary>(sql`
    update outgoing_messages set send_status = 'cancelled', held_by = null, source = null
    where personal_body = any (${bodyIds}::uuid[]) and send_status in ('pending', 'held') and ${isCancellable}
    returning id, member_id as "memberId", mailbox_id as "mailboxId", subject`)

/** Drafts held for review are rejected there, not cancelled here. */
export const cancelItem = (db: Db, memberId: string, id: string) =>
  db.row<ItemSummary>(sql`
    update outgoing_messages set send_status = 'cancelled', held_by = null, source = null
    where id = ${id} and member_id = ${memberId} and ${isCancellable}
    returning id, member_id as "memberId", mailbox_id as "mailboxId", subject`)

export const itemExists = async (db: Db, memberId: string, id: string) =>
  (await db.row(sql`select from outgoing_messages where id = ${id} and member_id = ${memberId}`)) !==
  undefined
