import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/**
 * Sets aside what we know of a folder: a negative UID is one that the server no longer means. Some may still stand
 * there from the last time, when the folder was not read to its end: those that follow go below them.
 */
export const setAside = (db: Db, folderId: string) =>
  db.run(sql`
    update messages set modseq = null, uid = -uid + (
      select coalesce(min(uid), 0) from messages where folder_id = ${folderId} and uid between ${lowest} and -1)
    where folder_id = ${folderId} and uid > 0`)

// Far below stand messages that we have moved and the server not yet.
const lowest = -(2 ** 39)

/** Which messages that were set aside have these very bytes. */
export const findSetAside = (db: Db, folderId: string, hashes: Buffer[]) =>
  db.rows<{ id: string; bodyHash: Buffer }>(sql`
    select id, body_hash as "bodyHash" from messages
    where folder_id = ${folderId} and uid < 0 and body_hash = any (${hashes}::bytea[])`)

/** Gives messages that were set aside the UIDs under which they came back. */
export const takeBack = (db: Db, folderId: string, pairs: { id: string; uid: number }[]) =>
  db.run(sql`
    update messages m set uid = p.uid
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (id uuid, uid bigint)
    where m.id = p.id and m.folder_id = ${folderId}`)

/** What never came back. */
export const findLeftAside = async (db: Db, folderId: string) =>
  (
    await db.rows<{ uid: number }>(
      sql`select uid from messages where folder_id = ${folderId} and uid between ${lowest} and -1`,
    )
  ).map((row) => row.uid)
