import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LastError } from './mailboxes.store.ts'

/** Three missed polls plus a margin: with a sweep every minute, a stall is reported within five minutes. */
const maxSyncAge = sql`interval '210 seconds'`

/**
 * The last complete sync that included new mail: the inbox, or all mail where the inbox is a label. The folder is
 * checked separately because a successful sync skips folders that cannot be opened.
 */
const lastSync = sql`
  select least(m.last_successful_sync_at, min(f.synced_at)) as at from folder_syncs f
  where f.mailbox_id = m.id and f.label is null and f.role = case
    when exists (select from folder_syncs l where l.mailbox_id = m.id and l.role = 'inbox' and l.label is not null)
    then 'all' else 'inbox' end`

// After an outage of the whole service every mailbox is late, so count from the start of the oldest live worker.
const workersSince = sql`
  select min(started_at) from worker_processes where is_alive`

export type Stall = {
  id: string
  memberId: string
  address: string
  since: string
  lastError: LastError | null
  notified: boolean
}

/**
 * Marks stalled mailboxes; of concurrent sweeps only one gets each of them. Waits for locked rows: skipping them could
 * delay the report again and again.
 */
export const markStalled = (db: Db, limit: number) =>
  db.rows<Stall>(sql`
    with late as (
      select m.id, greatest(last.at, m.watched_since) as since
      from mailboxes m cross join lateral (${lastSync}) last
      where m.status <> 'disconnected' and m.member_id is not null and m.stalled_at is null
        and greatest(last.at, m.watched_since, (${workersSince})) < now() - ${maxSyncAge}
      order by m.id limit ${limit} for no key update of m
    )
    update mailboxes m set stalled_at = now() from late where m.id = late.id
    returning m.id, m.member_id as "memberId", m.address, late.since, m.last_error as "lastError",
      m.error_told as notified`)

/** Clears the mark of mailboxes that have synced since the stall and are up to date. */
export const clearStalled = (db: Db, limit: number) =>
  db.rows<Pick<Stall, 'id' | 'memberId' | 'address'>>(sql`
    with recovered as (
      select m.id from mailboxes m cross join lateral (${lastSync}) last
      where m.status = 'active' and m.member_id is not null and m.stalled_at is not null
        and last.at >= greatest(m.stalled_at, now() - ${maxSyncAge})
      order by m.id limit ${limit} for no key update of m
    )
    update mailboxes m set stalled_at = null, error_told = false from recovered where m.id = recovered.id
    returning m.id, m.member_id as "memberId", m.address`)
