import type { Db } from '../../platform/db/database.ts'
import { all, quick, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'
import { sanitiserVersion } from '../../protocols/mime/stored-html.ts'
import type { Address, MessageRow, StoredAttachment } from './message-row.ts'
import { readingOrder } from './reading-order.store.ts'

export const messageColumns = sql`
  m.id, m.mailbox_id as "mailboxId", m.received_at as "receivedAt", m.from_name as "fromName",
  m.from_email as "fromEmail", m.subject, m.snippet, m.seen, m.flagged, m.draft, m.sent,
  case when f.role = 'all' then m.labels else f.key || array_remove(m.labels, f.key) end as "folderLabels",
  m.is_auto_reply as "isAutoReply", m.is_no_reply as "isNoReply", m.is_mailing_list as "isMailingList",
  m.is_from_self as "isFromSelf", m.has_attachments as "hasAttachments"`

export const messageOrder = sql`m.received_at desc, m.id desc`
export const afterCursor = (after: After | undefined) =>
  after ? sql`(m.received_at, m.id) < (${after[0]}, ${after[1]})` : sql`true`

export type MailboxScope = {
  memberId: string
  /** One of the member's mailboxes, or all of them. */
  mailboxId: string | undefined
}
export type ListQuery = MailboxScope & { after: After | undefined; limit: number }

// Each mailbox returns its newest rows by its own index, and the newest of those form the page, so that a list is never
// sorted as a whole.
export const ownMailboxes = ({ memberId, mailboxId }: MailboxScope) =>
  all([sql`b.member_id = ${memberId}`, ...(mailboxId ? [sql`b.id = ${mailboxId}`] : [])])

export const findMessages = (db: Db, listQuery: ListQuery) =>
  db.rows<MessageRow>(sql`
    with page as (
      select m.id from mailbox_owners b cross join lateral (
        select m.id, m.received_at from messages m
        where m.mailbox_id = b.id and ${afterCursor(listQuery.after)}
        order by ${messageOrder} limit ${listQuery.limit}) m
      where ${ownMailboxes(listQuery)} order by ${messageOrder} limit ${listQuery.limit})
    select ${messageColumns} from page join messages m using (id) join folders f on f.id = m.folder_id
    order by ${messageOrder}`)

export type DetailRow = MessageRow & {
  threadId: string
  classification: Record<string, unknown>
  bodyText: string | null
  /** Sanitised by the present version of the sanitiser. */
  safeHtml: string | null
  /** What has to be sanitised, otherwise. */
  unsafeHtml: string | null
  hasRemoteImages: boolean
  bodyComplete: boolean
  headers: { to?: Address[]; cc?: Address[]; replyTo?: Address[]; date?: string | null }
  messageIdHeader: string | null
  attachments: StoredAttachment[]
}

const detailColumns = sql`
  ${messageColumns}, m.thread_id as "threadId", m.classification, m.body_complete as "bodyComplete",
  m.message_id_header as "messageIdHeader", t.body_text as "bodyText",
  case when t.safe_version = ${sanitiserVersion} then t.safe_html end as "safeHtml",
  case when t.safe_version = ${sanitiserVersion} then null else t.body_html end as "unsafeHtml",
  t.has_remote_images as "hasRemoteImages", t.headers, t.attachments`

export const findMessage = (db: Db, memberId: string, id: string) =>
  db.row<DetailRow>(sql`
    select ${detailColumns}
    from messages m join mailbox_owners b on b.id = m.mailbox_id join folders f on f.id = m.folder_id
    join message_bodies t on t.message_id = m.id
    where m.id = ${id} and b.member_id = ${memberId}`)

/** The messages of a thread in reading order; the first also has the thread, as JSON. */
export const findMessagesOfThread = (db: Db, memberId: string, threadId: string) =>
  db.rows<DetailRow & { thread: string | null }>(sql`
    select ${detailColumns}, case when row_number() over (order by ${readingOrder(sql`m`)}) = 1
      then (select summary from threads where id = ${threadId}) end as thread
    from messages m join mailbox_owners b on b.id = m.mailbox_id join folders f on f.id = m.folder_id
    join message_bodies t on t.message_id = m.id
    where m.thread_id = ${threadId} and b.member_id = ${memberId}
    order by ${readingOrder(sql`m`)}`)

export const findAttachments = async (db: Db, memberId: string, id: string) => {
  const found = await db.row<{ attachments: StoredAttachment[] }>(sql`
    select t.attachments from messages m join mailbox_owners b on b.id = m.mailbox_id
    join message_bodies t on t.message_id = m.id
    where m.id = ${id} and b.member_id = ${memberId}`)
  return found?.attachments ?? []
}

export type OwnMailbox = { id: string; messages: number }

/** The mailboxes of a member, or the requested one if it belongs to the member, with their number of messages. */
export const findOwnMailboxes = (db: Db, scope: MailboxScope) =>
  db.rows<OwnMailbox>(
    quick(sql`
    select b.id, coalesce(c.messages, 0) as messages from mailbox_owners b
    left join folder_counts c on c.mailbox_id = b.id and c.folder_key = 'all' where ${ownMailboxes(scope)}`),
  )
