import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { MailServers, Provider } from './account.ts'

export type { Provider }
export type Status = 'active' | 'disconnected' | 'error'
export type SyncMode = 'full' | 'processing_only'
export type LastError = {
  kind: string
  code?: string
  message?: string
  at?: string
  operation?: string
  httpStatus?: number
}

export type MailboxRow = {
  id: string
  memberId: string
  provider: Provider
  address: string
  status: Status
  syncMode: SyncMode
  connectedAt: string
  backfillStatus: 'pending' | 'running' | 'done' | 'failed' | null
  backfillTotal: number
  backfillDone: number
  oldestSyncedAt: string | null
  lastDeltaAt: string | null
  lastSuccessfulSyncAt: string | null
  lastError: LastError | null
  messageCount: number
  analyzedAt: string | null
  secretId: string | null
}

const columns = sql`
  id, member_id as "memberId", provider, address, status, sync_mode as "syncMode", connected_at as "connectedAt",
  backfill_status as "backfillStatus", backfill_total as "backfillTotal", backfill_done as "backfillDone",
  oldest_synced_at as "oldestSyncedAt", last_delta_at as "lastDeltaAt",
  last_successful_sync_at as "lastSuccessfulSyncAt", last_error as "lastError",
  coalesce((select messages from mailbox_contents where mailbox_id = mailboxes.id), 0) as "messageCount",
  analyzed_at as "analyzedAt", secret_id as "secretId"`

export const findMailboxes = (db: Db, memberId: string) =>
  db.rows<MailboxRow>(sql`
    select ${columns} from mailboxes where member_id = ${memberId} order by created_at, id`)

export const findMailbox = (db: Db, memberId: string, id: string) =>
  db.row<MailboxRow>(sql`select ${columns} from mailboxes where id = ${id} and member_id = ${memberId}`)

export const lockMailbox = (db: Db, memberId: string, id: string) =>
  db.row<MailboxRow>(sql`
    select ${columns} from mailboxes where id = ${id} and member_id = ${memberId} for no key update`)

export const lockConnected = (db: Db, memberId: string) =>
  db.rows<MailboxRow>(sql`
    select ${columns} from mailboxes where member_id = ${memberId} and status <> 'disconnected'
    order by id for no key update`)

export const lockByAddress = (db: Db, memberId: string, address: string) =>
  db.row<MailboxRow>(sql`
    select ${columns} from mailboxes
    where member_id = ${memberId} and lower(address) = lower(${address}) for no key update`)

type NewMailbox = {
  id: string
  memberId: string
  provider: Provider
  address: string
  servers: MailServers
  addressProven: boolean
}
/** False when the member already has the address; the unique index also decides between concurrent inserts. */
export const insertMailbox = async (db: Db, m: NewMailbox) =>
  (await db.run(sql`
    insert into mailboxes (id, member_id, provider, address, servers, address_proven, backfill_status)
    values (${m.id}, ${m.memberId}, ${m.provider}, ${m.address}, ${JSON.stringify(m.servers)},
      ${m.addressProven}, 'pending')
    on conflict (member_id, lower(address)) do nothing`)) > 0

type Reconnection = Pick<NewMailbox, 'provider' | 'servers' | 'addressProven'>
/** The new epoch stops the current mirror, so that the next owner uses the new credentials. */
export const reactivateMailbox = (db: Db, id: string, m: Reconnection) =>
  db.run(sql`
    update mailboxes set
      provider = ${m.provider}, servers = ${JSON.stringify(m.servers)}, address_proven = ${m.addressProven},
      status = 'active',
      connected_at = case when status = 'disconnected' then now() else connected_at end,
      backfill_status = case when backfill_status = 'done' then 'done' else 'pending' end,
      last_error = null, auth_failures = 0, failing_since = null, error_told = false, watched_since = now(),
      -- The end of an error is reported at once; any other stall ends with the next successful sync.
      stalled_at = case when status = 'active' then stalled_at end,
      epoch = epoch + 1, owner_process = null
    where id = ${id}`)

export const setSecret = (db: Db, id: string, secretId: string) =>
  db.run(sql`update mailboxes set secret_id = ${secretId} where id = ${id}`)

export const setDisconnected = (db: Db, id: string) =>
  db.run(sql`
    update mailboxes set
      status = 'disconnected', secret_id = null, sync_requested_at = null, last_error = null, auth_failures = 0,
      failing_since = null, error_told = false, stalled_at = null, epoch = epoch + 1, owner_process = null
    where id = ${id}`)

/** Hides the mailbox at once; a job deletes its contents in batches. */
export const orphanMailbox = (db: Db, id: string) =>
  db.run(sql`update mailboxes set member_id = null where id = ${id}`)

export const setSyncMode = (db: Db, memberId: string, id: string, mode: SyncMode) =>
  db.row<MailboxRow>(sql`
    update mailboxes set
      backfill_status = case
        when sync_mode = ${mode} or backfill_status = 'done' then backfill_status else 'pending' end,
      -- Ends the current lease, so that the next owner starts in the new mode.
      epoch = epoch + (sync_mode <> ${mode})::int,
      owner_process = case when sync_mode = ${mode} then owner_process end,
      sync_mode = ${mode}
    where id = ${id} and member_id = ${memberId} returning ${columns}`)

export const countByMember = (db: Db, memberIds: string[]) =>
  db.rows<{ memberId: string; count: number }>(sql`
    select member_id as "memberId", count(*) from mailboxes
    where member_id = any (${memberIds}::uuid[]) group by member_id`)

export const deleteMailbox = (db: Db, id: string) =>
  db.run(sql`delete from mailboxes where id = ${id} and member_id is null`)

export const setAnalyzed = (db: Db, id: string) =>
  db.run(sql`update mailboxes set analyzed_at = now() where id = ${id}`)
