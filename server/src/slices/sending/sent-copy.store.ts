import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ItemSummary } from './outbox.store.ts'

export type Copy = {
  mailboxId: string
  memberId: string
  messageIdHeader: string
  source: Buffer
  bcc: string[]
}

export const findMissingCopy = (db: Db, id: string) =>
  db.row<Copy>(sql`
    select mailbox_id as "mailboxId", member_id as "memberId", message_id_header as "messageIdHeader", source, bcc
    from outgoing_messages
    where id = ${id} and (send_status = 'done' or delivered <> '{}') and sent_copy = 'pending'
      and source is not null`)

/**
 * The copy is in the mailbox, or the search for it has ended. The bytes are dropped, unless deferred recipients still
 * need them.
 */
export const settleCopy = (db: Db, id: string, state: 'found' | 'saved' | 'failed') =>
  db.run(sql`
    update outgoing_messages set sent_copy = ${state}, source = case when send_status <> 'done' then source end
    where id = ${id} and (send_status = 'done' or delivered <> '{}') and sent_copy = 'pending'`)

export const findUnknown = (db: Db, id: string) =>
  db.row<ItemSummary & { messageIdHeader: string }>(sql`
    select id, member_id as "memberId", mailbox_id as "mailboxId", subject,
      message_id_header as "messageIdHeader"
    from outgoing_messages where id = ${id} and send_status = 'unknown'`)

export const finishFound = (db: Db, id: string) =>
  db.row<ItemSummary>(sql`
    update outgoing_messages set
      send_status = 'done', sent_at = dot_pending_at, found_at = now(), sent_copy = 'found', source = null,
      send_error_kind = null, send_error = null,
      review_status = case when review_status = 'none' then 'none' else 'sent' end
    where id = ${id} and send_status = 'unknown'
    returning id, member_id as "memberId", mailbox_id as "mailboxId", subject`)

/** Drops the bytes of mail that needs no further attempt, after 30 days. */
export const purgeSources = (db: Db, batch: number) =>
  db.run(sql`
    update outgoing_messages set source = null where id in (
      select id from outgoing_messages
      where source is not null and created_at < now() - interval '30 days'
        and send_status in ('failed', 'cancelled', 'unknown', 'done')
      limit ${batch} for update skip locked)`)
