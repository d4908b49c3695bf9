import type { Static } from '@mailwright/contract/schema'
import type { ReviewItem } from '@mailwright/contract/sending'
import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'

type Item = Static<typeof ReviewItem>
export type ItemRow = { id: string; createdAt: string } & Record<string, unknown>

const itemColumns = sql`
  id, mailbox_id as "mailboxId", mailbox_address as "mailboxAddress", subject, created_at as "createdAt", mode,
  origin, "to" || cc || bcc as recipients, review_status as "reviewStatus", send_status as "sendStatus",
  review_reason as "reviewReason", review_at as "reviewAt", snooze_until as "snoozeUntil",
  send_error_kind as "sendErrorKind", execution_id as "executionId", workflow_id as "workflowId",
  workflow_name as "workflowName", node_id as "nodeId", node_type as "nodeType",
  message_id_header as "messageIdHeader", message_id as "messageId", thread_id as "threadId"`

/** Converts to the contract, which omits absent fields instead of using null. */
export const itemOf = (row: ItemRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Item

export type JournalFilters = {
  mailboxId?: string | undefined
  workflowId?: string | undefined
  sendStatus?: Item['sendStatus'] | undefined
}
export const findItems = (
  db: Db,
  memberId: string,
  f: JournalFilters,
  after: After | undefined,
  limit: number,
) =>
  db.rows<ItemRow>(sql`
    select ${itemColumns} from outgoing_messages
    where ${all([
      sql`member_id = ${memberId}`,
      ...(f.mailboxId ? [sql`mailbox_id = ${f.mailboxId}`] : []),
      ...(f.workflowId ? [sql`workflow_id = ${f.workflowId}`] : []),
      ...(f.sendStatus ? [sql`send_status = ${f.sendStatus}`] : []),
      ...(after ? [sql`(created_at, id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by created_at desc, id desc limit ${limit}`)
