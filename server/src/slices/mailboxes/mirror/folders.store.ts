import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type FolderRole = 'inbox' | 'sent' | 'drafts' | 'archive' | 'all' | 'spam' | 'trash'

/** A folder of the server as it is mirrored. */
export type FolderRow = {
  id: string
  path: string
  key: string
  role: FolderRole | null
  selectable: boolean
  /** How the server calls it as a label (Gmail); null for a folder that has messages of its own. */
  label: string | null
  uidValidity: string | null
  /** The first UID that was not there when we last looked: what has it or a higher one is new mail. */
  uidNext: number | null
  highestModseq: string | null
  /** Every UID from here on is mirrored; 1 when the whole folder is. */
  mirroredFrom: number | null
  serverMessages: number
  /** When its state was last written down. */
  syncedAt: string | null
  /** While a renumbered folder is read again: what came later and is not known is new mail. */
  newSince: string | null
}

const columns = sql`
  id, path, key, role, selectable, label, uid_validity as "uidValidity", uid_next as "uidNext",
  highest_modseq::text as "highestModseq", mirrored_from as "mirroredFrom", server_messages as "serverMessages",
  synced_at as "syncedAt", new_since as "newSince"`

export const findFolders = (db: Db, mailboxId: string) =>
  db.rows<FolderRow>(sql`select ${columns} from folders where mailbox_id = ${mailboxId} order by path`)

export type ListedFolder = {
  id: string
  path: string
  key: string
  role: FolderRole | null
  name: string
  delimiter: string | null
  parentPath: string | null
  depth: number
  selectable: boolean
  label: string | null
}

/** Writes down the folders as the server lists them; what is known of each one's content stays. */
export const upsertFolders = (db: Db, mailboxId: string, folders: ListedFolder[]) =>
  db.rows<FolderRow>(sql`
    insert into folders (id, mailbox_id, path, key, role, name, delimiter, parent_path, depth, selectable, label)
    select f.id, ${mailboxId}, f.path, f.key, f.role, f.name, f.delimiter, f."parentPath", f.depth, f.selectable,
      f.label
    from jsonb_to_recordset(${JSON.stringify(folders)}::jsonb) as f (
      id uuid, path text, key text, role text, name text, delimiter text, "parentPath" text, depth integer,
      selectable boolean, label text)
    on conflict (mailbox_id, path) do update
    set key = excluded.key, role = excluded.role, name = excluded.name, delimiter = excluded.delimiter,
        parent_path = excluded.parent_path, depth = excluded.depth, selectable = excluded.selectable,
        label = excluded.label
    returning ${columns}`)

/** A folder that the server lists under another name keeps its content. */
export const renameFolder = (db: Db, id: string, path: string) =>
  db.run(sql`update folders set path = ${path} where id = ${id}`)

/** A folder that turned out to be a label: nothing of its own is known any more. */
export const forgetState = (db: Db, id: string) =>
  db.run(sql`
    update folders set uid_validity = null, uid_next = null, highest_modseq = null, mirrored_from = null,
      new_since = null, server_messages = 0
    where id = ${id}`)

/** What the server says next is compared with everything that we have. */
export const forgetModseqs = (db: Db, mailboxId: string) =>
  db.run(sql`update folders set highest_modseq = null where mailbox_id = ${mailboxId}`)

export const findLabels = (db: Db, mailboxId: string) =>
  db.rows<{ label: string; key: string }>(
    sql`select label, key from folders where mailbox_id = ${mailboxId} and label is not null`,
  )

export const deleteFolder = (db: Db, id: string) => db.run(sql`delete from folders where id = ${id}`)

export type FolderState = {
  uidValidity: string
  uidNext: number
  highestModseq: string | null
  mirroredFrom: number
  serverMessages: number
  newSince: string | null
}
export const saveFolderState = (db: Db, id: string, s: FolderState) =>
  db.run(sql`
    update folders set uid_validity = ${s.uidValidity}, uid_next = ${s.uidNext},
      highest_modseq = ${s.highestModseq}, mirrored_from = ${s.mirroredFrom},
      server_messages = ${s.serverMessages}, new_since = ${s.newSince}, synced_at = now()
    where id = ${id}`)

/** New mail below this UID is mirrored. */
export const saveUidNext = (db: Db, folderId: string, uidNext: number) =>
  db.run(sql`update folders set uid_next = greatest(uid_next, ${uidNext}) where id = ${folderId}`)

/** How far back a folder is mirrored. */
export const saveMirroredFrom = (db: Db, folderId: string, uid: number) =>
  db.run(sql`update folders set mirrored_from = ${uid} where id = ${folderId}`)

/** A renumbered folder is read to its end. */
export const endRenumbering = (db: Db, folderId: string) =>
  db.run(sql`update folders set new_since = null where id = ${folderId}`)

/** How much of the mailbox's history is here. */
export const saveProgress = (db: Db, mailboxId: string, p: { status: 'running' | 'done'; total: number }) =>
  db.run(sql`
    update mailboxes set backfill_status = ${p.status}, backfill_total = ${p.total},
      backfill_done = least(
        coalesce((select messages from mailbox_contents where mailbox_id = mailboxes.id), 0), ${p.total}),
      oldest_synced_at = (select oldest_received_at from mailbox_contents where mailbox_id = mailboxes.id)
    where id = ${mailboxId}`)

/** The UIDs that the mirror has of a folder, in order. */
export const findUids = async (db: Db, folderId: string) =>
  (
    await db.rows<{ uid: number }>(
      sql`select uid from messages where folder_id = ${folderId} and uid > 0 order by uid`,
    )
  ).map((row) => row.uid)

export type KnownFlags = {
  uid: number
  seen: boolean
  flagged: boolean
  draft: boolean
  answered: boolean
  labels: string[]
  keywords: string[] | null
}
export const findFlags = (db: Db, folderId: string) =>
  db.rows<KnownFlags>(
    sql`
      select uid, seen, flagged, draft, answered, labels, keywords from messages
      where folder_id = ${folderId} and uid > 0 order by uid`,
  )

export const findUidsSince = async (db: Db, folderId: string, since: string) =>
  (
    await db.rows<{ uid: number }>(
      sql`select uid from messages where folder_id = ${folderId} and uid > 0 and received_at >= ${since} order by uid`,
    )
  ).map((row) => row.uid)
