import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Identity = { messageIdHeader: string | null; bodyHash: string | null }
export type Twin = { id: string; folderId: string; uid: number; messageIdHeader: string; bodyHash: string }

/** Messages of the mailbox with these ids and bytes, wherever they stand: copies, or one on its way elsewhere. */
export const findTwins = (db: Db, mailboxId: string, ids: string[]) =>
  db.rows<Twin>(sql`
    select id, folder_id as "folderId", uid, message_id_header as "messageIdHeader",
           encode(body_hash, 'hex') as "bodyHash"
    from messages where mailbox_id = ${mailboxId} and message_id_header = any (${ids}) and body_hash is not null`)

/** Of messages that have left a folder: those that stand in another one, under another row. */
export const findElsewhere = (db: Db, folderId: string, uids: number[]) =>
  db.rows<{ id: string; twinFolderId: string; twinUid: number; twinModseq: string | null }>(sql`
    select distinct on (gone.id) gone.id, twin.folder_id as "twinFolderId", twin.uid as "twinUid",
           twin.modseq::text as "twinModseq"
    from messages gone join messages twin
      on twin.mailbox_id = gone.mailbox_id and twin.message_id_header = gone.message_id_header
     and twin.body_hash = gone.body_hash and twin.id <> gone.id and twin.folder_id <> gone.folder_id
    where gone.folder_id = ${folderId} and gone.uid = any (${uids}::bigint[])
      and gone.message_id_header is not null
      -- A copy that was there before is no move.
      and twin.id > gone.id and not exists (select from journal_entries j where j.message_id = twin.id)
    order by gone.id, twin.id desc`)
