import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Address, StoredAttachment } from './message-row.ts'

/** A message as replies and forwards need it. */
export type OriginalMessage = {
  id: string
  mailboxId: string
  threadId: string
  messageIdHeader: string | null
  inReplyTo: string | null
  references: string[]
  subject: string | null
  from: Address | null
  to: Address[]
  /** The time of receipt; the Date header is not trustworthy. */
  receivedAt: string
  bodyText: string | null
  bodyHtml: string | null
  attachments: StoredAttachment[]
}

/** Finds only the member's own messages. */
export const findOriginal = (db: Db, memberId: string, id: string) =>
  db.row<OriginalMessage>(sql`
    select m.id, m.mailbox_id as "mailboxId", m.thread_id as "threadId", m.message_id_header as "messageIdHeader",
      m.in_reply_to as "inReplyTo", coalesce(t.headers -> 'references', '[]') as references, m.subject,
      case when m.from_email is not null then
        jsonb_strip_nulls(jsonb_build_object('name', m.from_name, 'email', m.from_email)) end as "from",
      coalesce(t.headers -> 'to', '[]') as "to", m.received_at as "receivedAt", t.body_text as "bodyText",
      t.body_html as "bodyHtml", t.attachments
    from messages m join mailbox_owners b on b.id = m.mailbox_id join message_bodies t on t.message_id = m.id
    where m.id = ${id} and b.member_id = ${memberId}`)
