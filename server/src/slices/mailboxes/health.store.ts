import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LastError, Status } from './mailboxes.store.ts'

type Health = {
  memberId: string
  address: string
  status: Status
  authFailures: number
  /** Seconds since the first failure in a row; null when all was well. */
  failingSeconds: number | null
  notified: boolean
}

/** For a change of it. Undefined when it is disconnected or gone: nothing to tell any more. */
export const lockHealth = (db: Db, id: string) =>
  db.row<Health>(sql`
    select member_id as "memberId", address, status, auth_failures as "authFailures",
           error_told or stalled_at is not null as notified,
           extract(epoch from now() - failing_since)::int as "failingSeconds"
    from mailboxes where id = ${id} and status <> 'disconnected' and member_id is not null
    for no key update`)

/** Its end as an active mailbox takes it from whoever mirrors it. */
export const recordFailure = (
  db: Db,
  id: string,
  to: { error: LastError; authFailures: number; isOver: boolean; notified: boolean },
) =>
  db.run(sql`
    update mailboxes set
      last_error = ${JSON.stringify(to.error)}, auth_failures = ${to.authFailures}, error_told = ${to.notified},
      failing_since = coalesce(failing_since, now()),
      status = case when ${to.isOver}::boolean then 'error' else status end,
      epoch = epoch + ${to.isOver}::boolean::int,
      owner_process = case when not ${to.isOver}::boolean then owner_process end
    where id = ${id}`)

/** The row as it was, when something had failed before. Of a stall nobody is told the end before it is over. */
export const clearFailure = (db: Db, id: string) =>
  db.row<{ memberId: string; address: string; notified: boolean }>(sql`
    with found as (
      select id, member_id, address, error_told and stalled_at is null as notified from mailboxes
      where id = ${id} and status <> 'disconnected' and member_id is not null
        and (last_error is not null or auth_failures > 0 or status = 'error')
      for no key update
    )
    update mailboxes m set
      last_error = null, auth_failures = 0, failing_since = null, error_told = false, status = 'active'
    from found where m.id = found.id
    returning found.member_id as "memberId", found.address, found.notified`)

/** What a look that begins now will have served; null when nobody asked. */
export const findSyncRequest = async (db: Db, id: string) =>
  (
    await db.row<{ at: string | null }>(sql`
      select sync_requested_at as at from mailboxes where id = ${id}`)
  )?.at ?? null

/** A request that came after the look began is not served by it. */
export const setSynced = (db: Db, id: string, served: string | null) =>
  db.row<{ memberId: string }>(sql`
    update mailboxes set
      last_delta_at = now(), last_successful_sync_at = now(),
      sync_requested_at = case when sync_requested_at <= ${served} then null else sync_requested_at end
    where id = ${id} and member_id is not null
    returning member_id as "memberId"`)
