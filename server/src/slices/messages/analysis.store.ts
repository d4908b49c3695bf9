import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Address, StoredAttachment } from './message-row.ts'
import { readingOrder } from './reading-order.store.ts'

/** A received message as the analyzer reads it. */
export type AnalyzedMail = {
  id: string
  receivedAt: string
  fromName: string | null
  fromEmail: string | null
  subject: string | null
  seen: boolean
  answered: boolean
  hasAttachments: boolean
  size: number
  isAutoReply: boolean
  isNoReply: boolean
  isMailingList: boolean
  isBounce: boolean
  folderKeys: string[]
  /** Exact only if asked for. */
  isFirstInThread: boolean
  /** Read only if asked for. */
  content: { to: Address[]; cc: Address[]; attachments: StoredAttachment[] } | null
}

// What has arrived: neither own mail nor spam.
const received = sql`
  not m.draft and not m.sent and not m.is_from_self
  and (f.role is null or f.role not in ('sent', 'drafts', 'spam'))`

/** How many messages a sender sent in the last 30, 90, 180 and 365 days. */
export type SenderCount = { sender: string | null; in30: number; in90: number; in180: number; in365: number }

export const countBySender = (db: Db, mailboxId: string, until: Date) => {
  const end = sql`${until.toISOString()}::timestamptz`
  const within = (days: number) => sql`m.received_at > ${end} - make_interval(hours => ${days * 24})`
  return db.rows<SenderCount>(sql`
    select lower(m.from_email) as sender,
      count(*) filter (where ${within(30)}) as in30, count(*) filter (where ${within(90)}) as in90,
      count(*) filter (where ${within(180)}) as in180, count(*) as in365
    from messages m join folders f on f.id = m.folder_id
    where m.mailbox_id = ${mailboxId} and ${within(365)} and m.received_at <= ${end} and ${received}
    group by 1`)
}

export type ReadPage = {
  mailboxId: string
  since: Date
  until: Date
  after: { receivedAt: string; id: string } | null
  limit: number
  needs: { content: boolean; firstInThread: boolean }
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const content = sql`jsonb_build_object(
  'to', coalesce(t.headers -> 'to', '[]'), 'cc', coalesce(t.headers -> 'cc', '[]'),
  'attachments', t.attachments)`
const isFirst = sql`not exists (select from messages o where o.thread_id = m.thread_id
  and (${readingOrder(sql`o`)}) < (${readingOrder(sql`m`)}))`

/** One page of the received messages of a period, newest first. */
export const readReceived = (db: Db, { mailboxId, since, until, after, limit, needs }: ReadPage) =>
  db.rows<AnalyzedMail>(sql`
    select m.id, m.received_at as "receivedAt", m.from_name as "fromName", lower(m.from_email) as "fromEmail",
      m.subject, m.seen, m.answered, m.has_attachments as "hasAttachments", m.size,
      m.is_auto_reply as "isAutoReply", m.is_no_reply as "isNoReply", m.is_mailing_list as "isMailingList",
      m.is_bounce as "isBounce",
      case when f.role = 'all' then m.labels else f.key || array_remove(m.labels, f.key) end as "folderKeys",
      ${needs.firstInThread ? isFirst : sql`true`} as "isFirstInThread",
      ${needs.content ? content : sql`null`} as content
    from messages m join folders f on f.id = m.folder_id
    ${needs.content ? sql`join message_bodies t on t.message_id = m.id` : sql``}
    where m.mailbox_id = ${mailboxId} and m.received_at > ${since.toISOString()}
      and (m.received_at, m.id) < (${after?.receivedAt ?? until.toISOString()}, ${after?.id ?? lastId})
      and ${received}
    order by m.received_at desc, m.id desc limit ${limit}`)

// Conditions on bodies compare their beginning only.
const bodyStartChars = 4_000

/** The beginning of each body. */
export const readBodyStarts = (db: Db, ids: string[]) =>
  db.rows<{ id: string; text: string | null }>(sql`
    select message_id as id, left(body_text, ${bodyStartChars}) as text from message_bodies
    where message_id = any (${ids}::uuid[])`)

export const readBodyTexts = (db: Db, ids: string[]) =>
  db.rows<{ id: string; text: string | null }>(sql`
    select message_id as id, body_text as text from message_bodies where message_id = any (${ids}::uuid[])`)
