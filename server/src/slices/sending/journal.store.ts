import type { Static } from '@mailwright/contract/schema'
import type { ReviewItem } from '@mailwright/contract/sending'
import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import type { Locale } from '../../platform/http/call.ts'
import type { After } from '../../platform/page/newest-first.ts'
import type { ReviewReasons } from './review-reasons.ts'

type Item = Static<typeof ReviewItem>
/** As stored, with null for absent fields. */
export type ItemRow = Pick<
  Item,
  'id' | 'mailboxId' | 'subject' | 'createdAt' | 'reviewStatus' | 'sendStatus'
> & { reviewReason: string | null } & Record<string, unknown>

// A snoozed draft is pending from its time on, even before the sweep has noticed.
export const itemColumns = sql`
  id, mailbox_id as "mailboxId", mailbox_address as "mailboxAddress", subject, created_at as "createdAt", mode,
  origin, "to" || cc || bcc as recipients, send_status as "sendStatus",
  case when review_status = 'snoozed' and snooze_until <= now() then 'pending' else review_status end
    as "reviewStatus",
  review_reason as "reviewReason", review_at as "reviewAt",
  case when review_status = 'snoozed' and snooze_until > now() then snooze_until end as "snoozeUntil",
  send_error_kind as "sendErrorKind", execution_id as "executionId", workflow_id as "workflowId",
  workflow_name as "workflowName", node_id as "nodeId", node_type as "nodeType",
  message_id_header as "messageIdHeader", message_id as "messageId", thread_id as "threadId"`

/** Converts to the contract, which omits absent fields instead of using null. The reason becomes a sentence. */
export const describeItem = (reasons: ReviewReasons, locale: Locale, row: ItemRow) => {
  const shown: Record<string, unknown> = { ...row, reviewReason: reasons.explain(row, locale) }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null)) as Item
}

type ItemDetail = ItemRow & {
  cc: string[]
  bcc: string[]
  bodyText: string
  serverMessage: string | null
}

export const findItemDetail = (db: Db, memberId: string, id: string) =>
  db.row<ItemDetail>(sql`
    select ${itemColumns}, cc, bcc, body_text as "bodyText", send_error as "serverMessage"
    from outgoing_messages where member_id = ${memberId} and id = ${id}`)

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
