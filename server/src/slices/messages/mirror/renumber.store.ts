import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

// UIDs below this are placeholders of messages whose move is still pending on the server.
const minInvalidatedUid = -(2 ** 39)

/**
 * Makes the UIDs of a renumbered folder negative: the server no longer knows them. If an earlier renumbering was not
 * finished, negative UIDs are left over from it; the new ones go below those.
 */
export const invalidateUids = (db: Db, folderId: string) =>
  db.run(sql`
    update messages set modseq = null, uid = -uid + (
      select coalesce(min(uid), 0) from messages where folder_id = ${folderId} and uid between ${minInvalidatedUid} and -1)
    where folder_id = ${folderId} and uid > 0`)

/** Folders with messages that a renumbering left behind are read again. */
export const resumeRenumberings = (db: Db, mailboxId: string) =>
  db.run(sql`
    update folders f set new_since = coalesce(synced_at, now())
    where mailbox_id = ${mailboxId} and new_since is null and exists (
      select from messages m where m.folder_id = f.id and m.uid between ${minInvalidatedUid} and -1)`)

/** Messages with an invalidated UID and one of these body hashes. */
export const findInvalidated = (db: Db, folderId: string, hashes: Buffer[]) =>
  db.rows<{ id: string; bodyHash: Buffer }>(sql`
    select id, body_hash as "bodyHash" from messages
    where folder_id = ${folderId} and uid < 0 and body_hash = any (${hashes}::bytea[])`)

/** Of these UIDs, those that the folder has. */
export const findKnownUids = async (db: Db, folderId: string, uids: number[]) =>
  (
    await db.rows<{ uid: number }>(
      sql`select uid from messages where folder_id = ${folderId} and uid = any (${uids}::bigint[])`,
    )
  ).map((row) => row.uid)

/** When the oldest message with an invalidated UID was received. */
export const findOldestInvalidated = async (db: Db, folderId: string) =>
  (
    await db.row<{ receivedAt: string | null }>(sql`
      select min(received_at) as "receivedAt" from messages
      where folder_id = ${folderId} and uid between ${minInvalidatedUid} and -1`)
  )?.receivedAt ?? null

/** Assigns the new UIDs of messages that were found again. */
export const restoreUids = (db: Db, folderId: string, pairs: { id: string; uid: number }[]) =>
  db.run(sql`
    update messages m set uid = p.uid
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (id uuid, uid bigint)
    where m.id = p.id and m.folder_id = ${folderId}`)

export const findInvalidatedUids = async (db: Db, folderId: string) =>
  (
    await db.rows<{ uid: number }>(
      sql`select uid from messages where folder_id = ${folderId} and uid between ${minInvalidatedUid} and -1`,
    )
  ).map((row) => row.uid)
