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

export const mailboxBelongsTo = async (db: Db, memberId: string, mailboxId: string) =>
  (await db.row(sql`select from mailboxes where id = ${mailboxId} and member_id = ${memberId}`)) !== undefined

/** Nothing when it is disconnected or gone. */
export const findAccount = (db: Db, mailboxId: string) =>
  db.row<StoredAccount>(sql`
    select provider, servers, secret_id as "secretId" from mailboxes
    where id = ${mailboxId} and status <> 'disconnected' and member_id is not null`)

/** One refresh of a mailbox's grant at a time, over all processes, without holding the row that others need. */
export const lockGrant = (db: Db, mailboxId: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox grant ${mailboxId}`}, 0))`)

/** Where the server has a message. */
export const findPlaceOfMessage = (db: Db, messageId: string) =>
  db.row<{ mailboxId: string; path: string; uid: number; uidValidity: string | null }>(sql`
    select m.mailbox_id as "mailboxId", f.path, m.uid, f.uid_validity as "uidValidity"
    from messages m join folders f on f.id = m.folder_id where m.id = ${messageId} and m.uid > 0`)

/** The addresses of every mailbox here, in lower case: mail between them needs care. */
export const findAllAddresses = async (db: Db) =>
  new Set(
    (await db.rows<{ address: string }>(sql`select lower(address) as address from mailboxes`)).map(
      (r) => r.address,
    ),
  )
