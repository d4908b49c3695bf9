import type { Db } from '../../../platform/db/database.ts'
import { notifyChannel } from '../../../platform/db/listen.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Provider, SyncMode } from '../mailboxes.store.ts'

export const leaseChannel = 'mailwright_mailboxes'

/** Wakes the owner of the mailbox, or the workers that may claim it. */
export const wakeOwner = (db: Db, mailboxId: string) => notifyChannel(db, leaseChannel, mailboxId)

export type LeasedMailbox = {
  id: string
  memberId: string
  provider: Provider
  address: string
  syncMode: SyncMode
  /** The process that mirrored it before died, possibly of one of its messages. */
  isSuspect: boolean
}
export type LeaseRow = LeasedMailbox & { epoch: number }

const columns = sql`
  m.id, m.member_id as "memberId", m.provider, m.address, m.sync_mode as "syncMode", m.epoch`

const hasOpenAttempt = sql`exists (select from message_attempts a where a.mailbox_id = m.id and a.attempts > 0)`

/** The leases of this process according to the database. */
export const findLeases = (db: Db, processId: string) =>
  db.rows<LeaseRow>(sql`
    select ${columns}, ${hasOpenAttempt} as "isSuspect" from mailboxes m where m.owner_process = ${processId} and m.status = 'active'`)

/** The maximum number of mailboxes per live worker process. */
export const findFairShare = async (db: Db) =>
  (
    await db.row<{ share: number }>(sql`
      select ceil(
        (select count(*) from mailboxes where status = 'active')::numeric
        / greatest(1, (select count(*) from worker_processes where is_alive))
      )::int as share`)
  )?.share ?? 0

/** Claims mailboxes without a live owner. A process that was itself declared dead claims none. */
export const claimLeases = (db: Db, processId: string, limit: number) =>
  db.rows<LeaseRow>(sql`
    with free as (
      select id, owner_process from mailboxes
      where status = 'active' and (owner_process is null or not process_is_alive(owner_process))
      order by last_delta_at nulls first, id limit ${limit}
      for no key update skip locked
    )
    update mailboxes m set owner_process = ${processId}, epoch = epoch + 1
    from free where m.id = free.id and process_is_alive(${processId})
    returning ${columns}, (free.owner_process is not null or ${hasOpenAttempt}) as "isSuspect"`)

export const releaseLeases = (db: Db, processId: string, leases: { id: string; epoch: number }[]) =>
  db.rows<{ id: string }>(sql`
    with released as (
      update mailboxes m set owner_process = null, epoch = m.epoch + 1
      from unnest(${leases.map((l) => l.id)}::uuid[], ${leases.map((l) => l.epoch)}::bigint[]) held (id, epoch)
      where m.id = held.id and m.epoch = held.epoch and m.owner_process = ${processId}
      returning m.id
    )
    select id, pg_notify(${leaseChannel}, id::text)::text from released`)

/**
 * The locks below prevent a takeover until the transaction ends. To keep a suspended process from blocking the others,
 * PostgreSQL terminates such a transaction after five idle seconds.
 */
const limitIdleTime = sql`set_config('idle_in_transaction_session_timeout', '5000', true)`

export const lockForShare = (db: Db, id: string, epoch: number) =>
  db.run(sql`
    select ${limitIdleTime} from mailboxes where id = ${id} and epoch = ${epoch} and status = 'active' for share`)

export const lockForUpdate = (db: Db, id: string, epoch: number) =>
  db.run(sql`
    select ${limitIdleTime} from mailboxes where id = ${id} and epoch = ${epoch} and status = 'active'
    for no key update`)
