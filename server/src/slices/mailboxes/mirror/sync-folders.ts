import type { ImapSession } from '../../../protocols/imap/imap.ts'
import {
  deleteFolder,
  emptyFolder,
  findMirroredFolders,
  isMoveTarget,
  type MirroredFolder,
  refreshFolder,
  renameFolder,
  resetFolderState,
  resetModseqs,
  upsertFolders,
} from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { isMirrored, keyOf } from './folder-keys.ts'
import { toFolders } from './read-baseline.ts'

const emptyBatchSize = 1_000

/** A new folder with the UIDVALIDITY of one that is no longer listed is that folder under a new name. */
async function followRenames(
  context: MirrorContext,
  session: ImapSession,
  gone: MirroredFolder[],
  added: string[],
) {
  for (const path of added) {
    const { uidValidity } = await session.status(path)
    const before = gone.find((folder) => folder.uidValidity !== null && folder.uidValidity === uidValidity)
    if (!before) continue
    gone.splice(gone.indexOf(before), 1)
    await context.write((db) => renameFolder(db, before.id, path))
  }
}

/** Keeps a folder that pending moves target until the server rejects them and the messages are moved back. */
async function removeFolder(context: MirrorContext, folder: MirroredFolder, finish = deleteFolder) {
  const removeBatch = () =>
    context.write(async (db) => {
      if (await isMoveTarget(db, context.mailboxId, folder.id)) return 0
      const removed = await emptyFolder(db, folder.id, emptyBatchSize)
      if (removed < emptyBatchSize) await finish(db, folder.id)
      return removed
    })
  while ((await removeBatch()) >= emptyBatchSize);
}

/** Removes the messages of folders that have become labels, and forces a full comparison after a label was deleted. */
async function convertLabels(context: MirrorContext, rows: MirroredFolder[], gone: MirroredFolder[]) {
  const converted = rows.filter((row) => row.label !== null && row.uidValidity !== null)
  for (const row of converted) await removeFolder(context, row, resetFolderState)
  // The server may not report each message that lost a deleted label.
  const hasDeletedLabels = gone.some(({ label }) => label !== null)
  if (hasDeletedLabels) await context.write((db) => resetModseqs(db, context.mailboxId))
  return converted.length > 0 || hasDeletedLabels ? findMirroredFolders(context.db, context.mailboxId) : rows
}

/** Syncs the folders with the server's list, including renames and deletions. */
export async function syncFolders(context: MirrorContext, session: ImapSession): Promise<MirroredFolder[]> {
  const folders = toFolders(session, await session.listFolders())
  const listed = new Set(folders.map((folder) => folder.path))
  const known = await findMirroredFolders(context.db, context.mailboxId)
  const gone = known.filter((folder) => !listed.has(folder.path))
  const paths = new Set(known.map((folder) => folder.path))
  const added = folders.filter((one) => isMirrored(one) && !paths.has(one.path)).map(({ path }) => path)
  if (gone.length > 0 && added.length > 0) await followRenames(context, session, gone, added)
  const rows = await context.write((db) => upsertFolders(db, context.mailboxId, folders))
  for (const folder of gone) await removeFolder(context, folder)
  const before = new Map(known.map((folder) => [folder.id, folder.key]))
  const changed = rows.filter((row) => before.has(row.id) && before.get(row.id) !== keyOf(row))
  for (const row of changed) await context.write((db) => refreshFolder(db, context.mailboxId, row.id))
  return convertLabels(context, rows, gone)
}
