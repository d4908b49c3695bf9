import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type FolderLag = {
  key: string
  name: string
  serverMessages: number
  mirroredMessages: number
  lastServerUid: number | null
  lastMirroredUid: number | null
}

export const findFolderLags = (db: Db, mailboxId: string) =>
  db.rows<FolderLag>(sql`
    select key, name, server_messages as "serverMessages", mirrored.count as "mirroredMessages",
           greatest(uid_next - 1, 0) as "lastServerUid", mirrored.last as "lastMirroredUid"
    from folders cross join lateral (
      select count(*), max(uid) as last from messages where folder_id = folders.id
    ) mirrored
    where mailbox_id = ${mailboxId} and selectable and label is null order by path`)

export const findLatestTimes = (db: Db, mailboxId: string) =>
  db.row<{ lastReceivedAt: string | null; lastProcessedAt: string | null }>(sql`
    select (select max(received_at) from messages where mailbox_id = ${mailboxId}) as "lastReceivedAt",
           (select max(created_at) from journal_entries where mailbox_id = ${mailboxId}) as "lastProcessedAt"`)

export const countMailboxMessages = async (db: Db, id: string) =>
  (await db.row<{ count: number }>(sql`select count(*) from messages where mailbox_id = ${id}`))?.count ?? 0
