import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The hash is null until the message has been read completely. */
export const findBodyHash = (db: Db, messageId: string) =>
  db.row<{ hash: string | null }>(sql`
    select encode(body_hash, 'hex') as hash from messages where id = ${messageId}`)

/** The folder and UID of a message on the mail server; none while it has no UID there. */
export const findServerPlace = (db: Db, messageId: string) =>
  db.row<{ mailboxId: string; path: string; uid: number; uidValidity: string | null }>(sql`
    select m.mailbox_id as "mailboxId", f.path, m.uid, f.uid_validity as "uidValidity"
    from messages m join folders f on f.id = m.folder_id where m.id = ${messageId} and m.uid > 0`)
