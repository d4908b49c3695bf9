import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** What a list shows of a message. */
export type Headline = {
  id: string
  threadId: string
  fromName: string | null
  fromEmail: string | null
  subject: string | null
  receivedAt: string
}

/** Finds only the member's own messages. */
export const findHeadlines = (db: Db, memberId: string, ids: readonly string[]) =>
  db.rows<Headline>(sql`
    select m.id, m.thread_id as "threadId", m.from_name as "fromName", m.from_email as "fromEmail", m.subject,
      m.received_at as "receivedAt"
    from messages m join mailbox_owners b on b.id = m.mailbox_id
    where m.id = any (${ids}::uuid[]) and b.member_id = ${memberId}`)
