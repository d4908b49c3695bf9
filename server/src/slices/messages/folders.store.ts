import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { type MailboxScope, ownMailboxes } from './messages.store.ts'

export type FolderRow = {
  key: string
  role: string | null
  name: string
  path: string
  delimiter: string | null
  depth: number
  parentKey: string | null
}

export const findFolders = (db: Db, scope: MailboxScope) =>
  db.rows<FolderRow>(sql`
    select f.key, f.role, f.name, f.path, f.delimiter, f.depth, p.key as "parentKey"
    from mailbox_owners b join folders f on f.mailbox_id = b.id
    left join folders p on p.mailbox_id = f.mailbox_id and p.path = f.parent_path
    where ${ownMailboxes(scope)} order by b.connected_at, b.id, f.path`)

export type CountRow = { key: string; messages: number; unread: number }

export const countByFolder = (db: Db, scope: MailboxScope) =>
  db.rows<CountRow>(sql`
    select c.folder_key as key, sum(c.messages)::int as messages, sum(c.unread)::int as unread
    from mailbox_owners b join folder_counts c on c.mailbox_id = b.id
    where ${ownMailboxes(scope)} group by c.folder_key`)

export const isKnownFolder = async (db: Db, memberId: string, key: string) =>
  (await db.row(sql`
    select from folders f join mailbox_owners b on b.id = f.mailbox_id
    where b.member_id = ${memberId} and f.key = ${key} limit 1`)) !== undefined

/** The keys that a folder of the member has. */
export const findOwnKeys = (db: Db, memberId: string, keys: string[]) =>
  db.rows<{ key: string }>(sql`
    select distinct f.key from mailbox_owners b join folders f on f.mailbox_id = b.id
    where b.member_id = ${memberId} and f.key = any (${keys}::text[])`)
