import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type FolderRole = 'inbox' | 'sent' | 'drafts' | 'archive' | 'all' | 'spam' | 'trash'

/** A folder of the mail server and how far it is mirrored. */
export type MirroredFolder = {
  id: string
  path: string
  key: string
  role: FolderRole | null
  selectable: boolean
  /** The server's name for it as a label (Gmail); null for a folder that contains messages itself. */
  label: string | null
  uidValidity: string | null
  /** The UIDNEXT of the last sync: messages from this UID on are new mail. */
  uidNext: number | null
  highestModseq: string | null
  /** Every UID from this one on is mirrored; 1 once the whole folder is. */
  mirroredFrom: number | null
  serverMessages: number
  /** When its state was last saved. */
  syncedAt: string | null
  /** Set while a renumbered folder is read again: unknown messages received after it are new mail. */
  newSince: string | null
}

const columns = sql`
  id, path, key, role, selectable, label, uid_validity as "uidValidity", uid_next as "uidNext",
  highest_modseq::text as "highestModseq", mirrored_from as "mirroredFrom", server_messages as "serverMessages",
  synced_at as "syncedAt", new_since as "newSince"`

export const findMirroredFolders = (db: Db, mailboxId: string) =>
  db.rows<MirroredFolder>(sql`select ${columns} from folders where mailbox_id = ${mailboxId} order by path`)

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

/** Saves the folders as the server lists them and keeps their sync state. */
export const upsertFolders = (db: Db, mailboxId: string, folders: ListedFolder[]) =>
  db.rows<MirroredFolder>(sql`
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

export type FolderBaseline = { path: string; uidValidity: string; uidNext: number }

/** For a mailbox without folders: what each has from these UIDs on is new mail. */
export async function saveBaseline(
  db: Db,
  mailboxId: string,
  { folders, starts }: { folders: ListedFolder[]; starts: FolderBaseline[] },
) {
  if (await db.row(sql`select from folders where mailbox_id = ${mailboxId} limit 1`)) return
  await upsertFolders(db, mailboxId, folders)
  await db.run(sql`
    update folders f set uid_validity = s."uidValidity", uid_next = s."uidNext", mirrored_from = s."uidNext"
    from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) as s (
      path text, "uidValidity" text, "uidNext" bigint)
    where f.mailbox_id = ${mailboxId} and f.path = s.path`)
}

/** A folder that the server lists under another path keeps its messages. */
export const renameFolder = (db: Db, id: string, path: string) =>
  db.run(sql`update folders set path = ${path} where id = ${id}`)

/** For a folder that turned out to be a label and has no messages of its own. */
export const resetFolderState = (db: Db, id: string) =>
  db.run(sql`
    update folders set uid_validity = null, uid_next = null, highest_modseq = null, mirrored_from = null,
      new_since = null, server_messages = 0
    where id = ${id}`)

/** Makes the next sync compare the folder completely. */
export const resetModseq = (db: Db, folderId: string) =>
  db.run(sql`update folders set highest_modseq = null where id = ${folderId}`)

/** Makes the next sync compare the folders completely. */
export const resetModseqs = (db: Db, mailboxId: string) =>
  db.run(sql`update folders set highest_modseq = null where mailbox_id = ${mailboxId}`)

export const findFolderLabels = (db: Db, mailboxId: string) =>
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

/** All new mail below this UID is mirrored. */
export const saveUidNext = (db: Db, folderId: string, uidNext: number) =>
  db.run(sql`update folders set uid_next = greatest(uid_next, ${uidNext}) where id = ${folderId}`)

/** All mail from this UID on is mirrored. */
export const saveMirroredFrom = (db: Db, folderId: string, uid: number) =>
  db.run(sql`update folders set mirrored_from = ${uid} where id = ${folderId}`)

/** For a renumbered folder that has been read completely. */
export const finishRenumbering = (db: Db, folderId: string) =>
  db.run(sql`update folders set new_since = null where id = ${folderId}`)

/** The mirrored UIDs of a folder in ascending order. */
export const findMirroredUids = async (db: Db, folderId: string) =>
  (
    await db.rows<{ uid: number }>(
      sql`select uid from messages where folder_id = ${folderId} and uid > 0 order by uid`,
    )
  ).map((row) => row.uid)

export type MirroredFlags = {
  uid: number
  seen: boolean
  flagged: boolean
  draft: boolean
  answered: boolean
  labels: string[]
  keywords: string[] | null
}
export const findMirroredFlags = (db: Db, folderId: string) =>
  db.rows<MirroredFlags>(
    sql`
      select uid, seen, flagged, draft, answered, labels, keywords from messages
      where folder_id = ${folderId} and uid > 0 order by uid`,
  )

export const findMirroredUidsSince = async (db: Db, folderId: string, since: string) =>
  (
    await db.rows<{ uid: number }>(
      sql`select uid from messages where folder_id = ${folderId} and uid > 0 and received_at >= ${since} order by uid`,
    )
  ).map((row) => row.uid)
