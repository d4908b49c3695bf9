import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Whether a reply that a workflow wrote to this message was sent or is queued, by itself or from review. */
export const hasAutomaticReply = async (db: Db, memberId: string, messageId: string) =>
  (await db.row(sql`
    select from outgoing_messages
    where member_id = ${memberId} and reply_to_message_id = ${messageId} and automatic
      and (mode = 'send' or review_status = 'sent') and send_status not in ('failed', 'cancelled') limit 1`)) !==
  undefined
