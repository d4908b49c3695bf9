import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LastError, Status } from './mailboxes.store.ts'

type Health = {
  memberId: string
  address: string
  status: Status
  authFailures: number
  /** Seconds since the first consecutive failure; null when the mailbox is healthy. */
  failingSeconds: number | null
  notified: boolean
}

/** Locks the row for an update. Undefined when the mailbox is disconnected or deleted. */
export const lockHealth = (db: Db, id: string) =>
  db.row<Health>(sql`
    select member_id as "memberId", address, status, auth_failures as "authFailures",
           error_told or stalled_at is not null as notified,
           extract(epoch from now() - failing_since)::int as "failingSeconds"
    from mailboxes where id = ${id} and status <> 'disconnected' and member_id is not null
    for no key update`)

/** `deactivate` sets the status to `error` and revokes the lease of the current owner. */
export const recordFailure = (
  db: Db,
  id: string,
  to: { error: LastError; authFailures: number; deactivate: boolean; notified: boolean },
) =>
  db.run(sql`
    update mailboxes set
      last_error = ${JSON.stringify(to.error)}, auth_failures = ${to.authFailures}, error_told = ${to.notified},
      failing_since = coalesce(failing_since, now()),
      status = case when ${to.deactivate}::boolean then 'error' else status end,
      epoch = epoch + ${to.deactivate}::boolean::int,
      owner_process = case when not ${to.deactivate}::boolean then owner_process end
    where id = ${id}`)

/**
 * Returns the previous row if there was a failure to clear. `notified` is false during a stall: the sweep reports the
 * recovery once the stall has ended.
 */
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

/** The pending request that a sync pass starting now will serve; null when there is none. */
export const findSyncRequest = async (db: Db, id: string) =>
  (
    await db.row<{ at: string | null }>(sql`
      select sync_requested_at as at from mailboxes where id = ${id}`)
  )?.at ?? null

/** Keeps a request that arrived after the sync pass had started. */
export const setSynced = (db: Db, id: string, served: string | null) =>
  db.row<{ memberId: string }>(sql`
    update mailboxes set
      last_delta_at = now(), last_successful_sync_at = now(),
      sync_requested_at = case when sync_requested_at <= ${served} then null else sync_requested_at end
    where id = ${id} and member_id is not null
    returning member_id as "memberId"`)
