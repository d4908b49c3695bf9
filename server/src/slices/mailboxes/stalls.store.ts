import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LastError } from './mailboxes.store.ts'

/** Three looks that did not come, and a bit: with a sweep a minute, a stall is told within five minutes. */
const maxSyncAge = sql`interval '210 seconds'`

/**
 * The last time that all was looked at and new mail was seen to: where the inbox is a label, in all mail. The inbox by
 * itself, since a folder that cannot be opened is passed over by a look that succeeds.
 */
const lastSync = sql`
  select least(m.last_successful_sync_at, min(f.synced_at)) as at from folder_syncs f
  where f.mailbox_id = m.id and f.label is null and f.role = case
    when exists (select from folder_syncs l where l.mailbox_id = m.id and l.role = 'inbox' and l.label is not null)
    then 'all' else 'inbox' end`

// Right after a pause of the whole service nobody can be in step: whoever works now is given the time.
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
 * Marks the mailboxes that have fallen behind; of several who sweep, one gets each of them. Whoever writes to one right
 * now is waited for: passing it over each time would keep the word back.
 */
export const markStalled = (db: Db, limit: number) =>
  db.rows<Stall>(sql`
    with late as (
      select m.id, greatest(look.at, m.watched_since) as since
      from mailboxes m cross join lateral (${lastSync}) look
      where m.status <> 'disconnected' and m.member_id is not null and m.stalled_at is null
        and greatest(look.at, m.watched_since, (${workersSince})) < now() - ${maxSyncAge}
      order by m.id limit ${limit} for no key update of m
    )
    update mailboxes m set stalled_at = now() from late where m.id = late.id
    returning m.id, m.member_id as "memberId", m.address, late.since, m.last_error as "lastError",
      m.error_told as notified`)

/** Those that have been looked at since, and are. */
export const clearStalled = (db: Db, limit: number) =>
  db.rows<Pick<Stall, 'id' | 'memberId' | 'address'>>(sql`
    with well as (
      select m.id from mailboxes m cross join lateral (${lastSync}) look
      where m.status = 'active' and m.member_id is not null and m.stalled_at is not null
        and look.at >= greatest(m.stalled_at, now() - ${maxSyncAge})
      order by m.id limit ${limit} for no key update of m
    )
    update mailboxes m set stalled_at = null, error_told = false from well where m.id = well.id
    returning m.id, m.member_id as "memberId", m.address`)
