import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type SentMail = {
  id: string
  messageIdHeader: string
  subject: string
  to: string[]
  executionId: string | null
  workflowId: string | null
}

/** The member's mails in the outbox that were given these ids. */
export const findSentMails = (db: Db, memberId: string, headers: readonly string[]) =>
  db.rows<SentMail>(sql`
    select id, message_id_header as "messageIdHeader", subject, "to", execution_id as "executionId",
      workflow_id as "workflowId"
    from outgoing_messages
    where member_id = ${memberId} and message_id_header = any (${headers}::text[])`)
