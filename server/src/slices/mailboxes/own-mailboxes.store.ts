import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { StoredAccount } from './account.ts'
import type { Provider, Status, SyncMode } from './mailboxes.store.ts'

export type OwnMailbox = {
  id: string
  provider: Provider
  address: string
  status: Status
  syncMode: SyncMode
}

export const findOwnMailboxes = (db: Db, memberId: string) =>
  db.rows<OwnMailbox>(sql`
    select id, provider, address, status, sync_mode as "syncMode" from mailboxes
    where member_id = ${memberId} order by created_at, id`)

export type OAuthAccount = { id: string; address: string; createdAt: string; connectedAt: string }

/** The member's mailboxes that are connected through OAuth. */
export const findOAuthAccounts = (db: Db, memberId: string, provider: Exclude<Provider, 'imap'>) =>
  db.rows<OAuthAccount>(sql`
    select id, address, created_at as "createdAt", connected_at as "connectedAt" from mailboxes
    where member_id = ${memberId} and provider = ${provider} and status <> 'disconnected'
    order by created_at, id`)

/** Prevents the member's mailboxes from being disconnected until the transaction ends. */
export const lockMailboxesShared = async (db: Db, memberId: string) => {
  await db.run(sql`select from mailboxes where member_id = ${memberId} order by id for share`)
}

/** The subset of ids that belong to the member and are not disconnected. */
export const findConnectedIds = async (db: Db, memberId: string, ids: readonly string[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select id from mailboxes
        where id = any (${ids}::uuid[]) and member_id = ${memberId} and status <> 'disconnected'`)
    ).map((row) => row.id),
  )

/** Undefined when the mailbox is disconnected or deleted. */
export const findAccount = (db: Db, mailboxId: string) =>
  db.row<StoredAccount>(sql`
    select provider, servers, secret_id as "secretId" from mailboxes
    where id = ${mailboxId} and status <> 'disconnected' and member_id is not null`)

/** Claims the refresh of a mailbox's token, unless another process refreshes it. A dead process's claim expires. */
export const claimRefresh = (db: Db, mailboxId: string, claim: string) =>
  db.run(sql`
    update mailboxes set refresh_claim = ${claim}, refresh_claimed_at = now()
    where id = ${mailboxId}
      and (refresh_claim is null or refresh_claimed_at < now() - interval '60 seconds')`)

/** Changes no row when the claim has expired and another process has taken it. */
export const releaseRefresh = (db: Db, mailboxId: string, claim: string) =>
  db.run(sql`
    update mailboxes set refresh_claim = null, refresh_claimed_at = null
    where id = ${mailboxId} and refresh_claim = ${claim}`)

/**
 * The addresses that count as ours for a member, in lower case; used to detect mail loops. Those of other members only
 * if they are proven: a claimed address must not change what happens to the mail of others.
 */
export const findOwnAddresses = async (db: Db, memberId: string) =>
  new Set(
    (
      await db.rows<{ address: string }>(sql`
        select lower(address) as address from mailboxes
        where member_id = ${memberId} or (address_proven and member_id is not null)`)
    ).map((row) => row.address),
  )

/** The servers of connected mailboxes as "host port", hosts in lower case. */
export const findMailServers = async (db: Db) =>
  new Set(
    (
      await db.rows<{ server: string }>(sql`
        select distinct lower(server ->> 'host') || ' ' || (server ->> 'port') as server
        from mailboxes, lateral (values (servers -> 'imap'), (servers -> 'smtp')) as used (server)
        where status <> 'disconnected' and server ->> 'host' is not null`)
    ).map((row) => row.server),
  )
