import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Address, StoredAttachment } from './message-row.ts'

// A message may be in several folders.
const copiesOfOne = 3
// Older mail says little about how somebody writes today.
const maxSearched = 2_000

/** A message of a conversation, with what was written in it. */
export type ConversationMessage = {
  id: string
  subject: string | null
  from: Address | null
  receivedAt: string
  bodyText: string | null
  bodyHtml: string | null
  attachments: StoredAttachment[]
  /** In Sent: anybody can write mail that names the member as its sender. */
  isOwn: boolean
}

const columns = sql`
  m.id, m.subject, m.received_at as "receivedAt", t.body_text as "bodyText", t.body_html as "bodyHtml", t.attachments,
  case when m.from_email is not null then
    jsonb_strip_nulls(jsonb_build_object('name', m.from_name, 'email', m.from_email)) end as "from",
  (f.role = 'sent' or 'sent' = any (m.labels)) is true as "isOwn"`
const isShown = sql`not m.draft and coalesce(f.role, '') not in ('trash', 'spam', 'drafts')`

/** The last messages of a conversation of the member, oldest first; copies in several folders once. */
export async function findConversation(db: Db, memberId: string, threadId: string, limit: number) {
  const rows = await db.rows<ConversationMessage & { header: string | null }>(sql`
    select ${columns}, m.message_id_header as header
    from messages m join mailbox_owners b on b.id = m.mailbox_id
    join folders f on f.id = m.folder_id join message_bodies t on t.message_id = m.id
    where m.thread_id = ${threadId} and b.member_id = ${memberId} and ${isShown}
    order by m.received_at desc, m.id desc limit ${limit * copiesOfOne}`)
  const seen = new Set<string>()
  const distinct = rows.filter(({ header }) => header === null || (!seen.has(header) && seen.add(header)))
  return distinct
    .slice(0, limit)
    .reverse()
    .map(({ header: _, ...message }): ConversationMessage => message)
}

/** What the member has written to an address before, newest first. */
export const findWrittenTo = (db: Db, memberId: string, email: string, limit: number) =>
  db.rows<ConversationMessage>(sql`
    with latest as (
      select m.id from messages m join mailbox_owners b on b.id = m.mailbox_id join folders f on f.id = m.folder_id
      where b.member_id = ${memberId} and ${isShown} and (f.role = 'sent' or 'sent' = any (m.labels))
        and not m.is_auto_reply and not m.is_bounce and not m.signal_reasons ? 'isOwnLoop'
      order by m.received_at desc limit ${maxSearched}
    )
    select ${columns}
    from latest join messages m on m.id = latest.id
    join folders f on f.id = m.folder_id join message_bodies t on t.message_id = m.id
    where t.headers -> 'to' @> ${JSON.stringify([{ email }])}::jsonb
    order by m.received_at desc limit ${limit}`)
