import type { ImapSession } from '../../../protocols/imap/imap.ts'
import {
  deleteFolder,
  emptyFolder,
  findMirroredFolders,
  isMoveTarget,
  type ListedFolder,
  type MirroredFolder,
  refreshFolder,
  renameFolder,
  resetFolderState,
  resetModseqs,
  upsertFolders,
} from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { isMirrored, keyOf, toListed } from './folder-keys.ts'
import { hasLabels, withLabels } from './labels.ts'

const emptyBatch = 1_000

/** A folder whose content is all known under another name was renamed: same validity, and nowhere else listed. */
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

/** Messages that are still to be moved into it are given back first, when their operation is refused. */
async function removeFolder(context: MirrorContext, folder: MirroredFolder, end = deleteFolder) {
  const removeSome = () =>
    context.write(async (db) => {
      if (await isMoveTarget(db, context.mailboxId, folder.id)) return 0
      const removed = await emptyFolder(db, folder.id, emptyBatch)
      if (removed < emptyBatch) await end(db, folder.id)
      return removed
    })
  while ((await removeSome()) >= emptyBatch);
}

async function listFolders(session: ImapSession): Promise<ListedFolder[]> {
  const listings = (await session.listFolders()).filter((folder) => folder.role !== 'flagged')
  const folders = toListed(listings)
  return hasLabels(session.capabilities, listings) ? withLabels(folders, listings) : folders
}

/** Messages stand elsewhere than in a label: what is left of them here goes, and the others are compared anew. */
async function convertLabels(context: MirrorContext, rows: MirroredFolder[], gone: MirroredFolder[]) {
  const turned = rows.filter((row) => row.label !== null && row.uidValidity !== null)
  for (const row of turned) await removeFolder(context, row, resetFolderState)
  // The server need not tell of each message that lost its label with it.
  const isLost = gone.some(({ label }) => label !== null)
  if (isLost) await context.write((db) => resetModseqs(db, context.mailboxId))
  return turned.length > 0 || isLost ? findMirroredFolders(context.db, context.mailboxId) : rows
}

/** The folders as the server lists them now, renamed and deleted ones followed. */
export async function syncFolders(context: MirrorContext, session: ImapSession): Promise<MirroredFolder[]> {
  const folders = await listFolders(session)
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
