import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Address, StoredAttachment } from './message-row.ts'
import { readingOrder } from './reading-order.store.ts'
import type { BounceReport } from './write/types.ts'

/** A message as workflows see it. */
export type RunMessage = {
  id: string
  mailboxId: string
  threadId: string
  subject: string | null
  snippet: string | null
  from: Address | null
  to: Address[]
  cc: Address[]
  replyTo: Address[]
  receivedAt: string
  messageIdHeader: string | null
  bodyText: string | null
  bodyHtml: string | null
  folderKeys: string[]
  size: number
  seen: boolean
  flagged: boolean
  isAutoReply: boolean
  isNoReply: boolean
  isMailingList: boolean
  isFromSelf: boolean
  isBounce: boolean
  isFirstInThread: boolean
  attachments: StoredAttachment[]
  bounce: BounceReport | null
}

const columns = sql`
  m.id, m.mailbox_id as "mailboxId", m.thread_id as "threadId", m.subject, m.snippet,
  case when m.from_email is not null then
    jsonb_strip_nulls(jsonb_build_object('name', m.from_name, 'email', m.from_email)) end as "from",
  coalesce(t.headers -> 'to', '[]') as "to", coalesce(t.headers -> 'cc', '[]') as cc,
  coalesce(t.headers -> 'replyTo', '[]') as "replyTo", m.received_at as "receivedAt",
  m.message_id_header as "messageIdHeader", t.body_text as "bodyText", t.body_html as "bodyHtml",
  case when f.role = 'all' then m.labels else f.key || array_remove(m.labels, f.key) end as "folderKeys",
  m.size, m.seen, m.flagged, m.is_auto_reply as "isAutoReply", m.is_no_reply as "isNoReply",
  m.is_mailing_list as "isMailingList", m.is_from_self as "isFromSelf", m.is_bounce as "isBounce",
  not exists (select from messages o where o.thread_id = m.thread_id
    and (${readingOrder(sql`o`)}) < (${readingOrder(sql`m`)})) as "isFirstInThread", t.attachments,
  t.headers -> 'bounce' as bounce`

/** Finds only the member's own messages. */
export const findRunMessages = (db: Db, memberId: string, ids: readonly string[]) =>
  db.rows<RunMessage>(sql`
    select ${columns} from messages m join mailbox_owners b on b.id = m.mailbox_id
    join folders f on f.id = m.folder_id join message_bodies t on t.message_id = m.id
    where m.id = any (${ids}::uuid[]) and b.member_id = ${memberId}`)

export type SentCopy = {
  id: string
  threadId: string
  messageIdHeader: string
  subject: string | null
  to: string[]
}
/** The member's own mail with these ids, as it is stored in the mailbox. */
export const findSentCopies = (db: Db, memberId: string, headers: readonly string[]) =>
  db.rows<SentCopy>(sql`
    select distinct on (m.message_id_header) m.id, m.thread_id as "threadId",
      m.message_id_header as "messageIdHeader", m.subject,
      array(select p ->> 'email' from jsonb_array_elements(coalesce(t.headers -> 'to', '[]')) p) as "to"
    from messages m join mailbox_owners b on b.id = m.mailbox_id join message_bodies t on t.message_id = m.id
    where m.message_id_header = any (${headers}::text[]) and b.member_id = ${memberId} and m.sent
    order by m.message_id_header, m.id`)

export type RunThread = { id: string; subject: string | null; messageCount: number }

export const findRunThread = (db: Db, id: string) =>
  db.row<RunThread>(sql`
    select id, subject, message_count as "messageCount" from threads where id = ${id}`)

/** Adds and removes the keywords shown with a message. Returns whether anything changed. */
export const updateKeywords = async (
  db: Db,
  memberId: string,
  id: string,
  keywords: { add: string[]; remove: string[] },
) =>
  (await db.run(sql`
    with change as (
      select m.id, coalesce(m.classification -> 'labels', '[]') as before, (
        select coalesce(jsonb_agg(distinct keyword), '[]') from (
          select keyword from jsonb_array_elements_text(coalesce(m.classification -> 'labels', '[]')) keyword
          where keyword <> all (${keywords.remove}::text[])
          union select unnest(${keywords.add}::text[])
        ) keyword) as after
      from messages m join mailbox_owners b on b.id = m.mailbox_id
      where m.id = ${id} and b.member_id = ${memberId} for no key update of m
    )
    update messages m set classification = jsonb_set(m.classification, '{labels}', change.after)
    from change where change.id = m.id and change.after <> change.before`)) > 0
