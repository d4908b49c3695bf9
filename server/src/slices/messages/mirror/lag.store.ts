import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type FolderLag = {
  key: string
  name: string
  serverMessages: number
  mirroredMessages: number
  /** Not on the server any more, as far as is known. */
  extraMessages: number
  lastServerUid: number | null
  lastMirroredUid: number | null
}

// UIDs below this are placeholders of messages whose move is still pending on the server.
const placeholderUid = -(2 ** 39)

export const findFolderLags = (db: Db, mailboxId: string) =>
  db.rows<FolderLag>(sql`
    select key, name, server_messages as "serverMessages", mirrored.count as "mirroredMessages",
           mirrored.invalid + greatest(mirrored.count - server_messages, 0) as "extraMessages",
           greatest(uid_next - 1, 0) as "lastServerUid", mirrored.last as "lastMirroredUid"
    from folders cross join lateral (
      select count(*) filter (where uid > 0 or uid < ${placeholderUid}) as count,
             count(*) filter (where uid between ${placeholderUid} and -1) as invalid,
             nullif(greatest(max(uid), 0), 0) as last
      from messages where folder_id = folders.id
    ) mirrored
    where mailbox_id = ${mailboxId} and selectable and label is null order by path`)

export const findLatestTimes = (db: Db, mailboxId: string) =>
  db.row<{ lastReceivedAt: string | null; lastProcessedAt: string | null }>(sql`
    select (select max(received_at) from messages where mailbox_id = ${mailboxId}) as "lastReceivedAt",
           (select max(created_at) from journal_entries where mailbox_id = ${mailboxId}) as "lastProcessedAt"`)

export const countMailboxMessages = async (db: Db, id: string) =>
  (await db.row<{ count: number }>(sql`select count(*) from messages where mailbox_id = ${id}`))?.count ?? 0
