import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type MessagePlace = { mailboxId: string; folderId: string; uid: number }

/** Returns how often reading this message has begun, this time included. */
export const beginAttempt = async (db: Db, { mailboxId, folderId, uid }: MessagePlace) =>
  (
    await db.row<{ attempts: number }>(sql`
      insert into message_attempts as a (mailbox_id, folder_id, uid, attempts)
      values (${mailboxId}, ${folderId}, ${uid}, 1)
      on conflict (mailbox_id, folder_id, uid) do update set attempts = a.attempts + 1
      returning attempts`)
  )?.attempts ?? 1

/** The attempt failed, but the process lives: it does not count. */
export const undoAttempt = (db: Db, { mailboxId, folderId, uid }: MessagePlace) =>
  db.run(sql`
    update message_attempts set attempts = attempts - 1
    where mailbox_id = ${mailboxId} and folder_id = ${folderId} and uid = ${uid}`)

export const endAttempt = (db: Db, { mailboxId, folderId, uid }: MessagePlace) =>
  db.run(sql`
    delete from message_attempts
    where mailbox_id = ${mailboxId} and folder_id = ${folderId} and uid = ${uid}`)
