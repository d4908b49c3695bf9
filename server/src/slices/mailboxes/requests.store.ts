import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Status } from './mailboxes.store.ts'

/** Requests a sync unless one is pending. Undefined when the mailbox does not exist. */
export const requestSync = (db: Db, memberId: string, id: string) =>
  db.row<{ id: string; status: Status; enqueued: boolean }>(sql`
    with found as (
      select id, status from mailboxes where id = ${id} and member_id = ${memberId} for no key update
    ), requested as (
      update mailboxes m set sync_requested_at = now() from found
      where m.id = found.id and m.status = 'active' and m.sync_requested_at is null
      returning m.id
    )
    select found.id, found.status, exists (select from requested) as enqueued from found`)

/** False when a pending resync already covers the period. An earlier start widens the pending one. */
export const requestResync = async (db: Db, mailboxId: string, since: Date) =>
  (await db.run(sql`
    insert into mailbox_resyncs as r (id, mailbox_id, since)
    values (${newId()}, ${mailboxId}, ${since.toISOString()})
    on conflict (mailbox_id) where finished_at is null
    do update set since = excluded.since, requested_at = now() where r.since > excluded.since`)) > 0

export const dropResyncs = (db: Db, mailboxId: string) =>
  db.run(sql`delete from mailbox_resyncs where mailbox_id = ${mailboxId} and finished_at is null`)

/** The pending resync of a mailbox. */
export const findResync = (db: Db, mailboxId: string) =>
  db.row<{ id: string; since: string; requestedAt: string }>(sql`
    select id, since, requested_at as "requestedAt" from mailbox_resyncs
    where mailbox_id = ${mailboxId} and finished_at is null`)

/** False when the resync was widened meanwhile: continue from the new `since`. */
export const finishResync = async (db: Db, resync: { id: string; since: string }) =>
  (await db.run(sql`
    update mailbox_resyncs set finished_at = now()
    where id = ${resync.id} and since = ${resync.since} and finished_at is null`)) > 0

export const purgeResyncs = (db: Db, batch: number) =>
  db.run(sql`
    delete from mailbox_resyncs where id in (
      select id from mailbox_resyncs where finished_at < now() - interval '7 days' limit ${batch})`)
