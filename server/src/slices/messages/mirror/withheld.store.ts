import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Notes that a message is stored without its body because reading it seems to kill the process. */
export const withholdMessage = (db: Db, folderId: string, uid: number) =>
  db.run(sql`
    insert into withheld_messages (message_id, mailbox_id)
    select id, mailbox_id from messages where folder_id = ${folderId} and uid = ${uid}
    on conflict do nothing`)

export type WithheldMessage = { id: string; threadId: string; folderId: string; uid: number }

// If the process dies of it again: a day later, and then never again.
const maxRereads = 2

/** The next message to read again; the attempt counts from now on, in case that the process dies of it. */
export const takeWithheld = (db: Db, mailboxId: string) =>
  db.row<WithheldMessage>(sql`
    update withheld_messages w set rereads = w.rereads + 1,
      reread_at = case when w.rereads + 1 < ${maxRereads} then now() + interval '1 day' end
    from (
      select m.* from withheld_messages due join messages m on m.id = due.message_id
      where due.mailbox_id = ${mailboxId} and due.reread_at <= now() and m.uid > 0
      order by due.reread_at limit 1) m
    where w.message_id = m.id
    returning m.id, m.thread_id as "threadId", m.folder_id as "folderId", m.uid`)

/** The attempt failed, but the process lives: it does not count. */
export const returnWithheld = (db: Db, messageId: string) =>
  db.run(sql`
    update withheld_messages set rereads = rereads - 1, reread_at = now() + interval '1 minute'
    where message_id = ${messageId}`)

export const releaseWithheld = (db: Db, messageId: string) =>
  db.run(sql`delete from withheld_messages where message_id = ${messageId}`)
