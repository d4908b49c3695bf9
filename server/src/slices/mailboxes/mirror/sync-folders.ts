import type { FolderStatus, ImapSession } from '../../../protocols/imap/imap.ts'
import {
  deleteFolder,
  emptyFolder,
  findMirroredFolders,
  findMirroredUids,
  isMoveTarget,
  type MirroredFolder,
  refreshFolder,
  renameFolder,
  resetFolderState,
  resetModseqs,
  upsertFolders,
} from '../../messages/index.ts'
import { applyChanges } from './apply-changes.ts'
import type { MirrorContext } from './context.ts'
import { isMirrored, keyOf } from './folder-keys.ts'
import { toFolders } from './read-baseline.ts'
import { inSlices } from './uid-sets.ts'

const emptyBatchSize = 1_000

/** Whether a folder that is no longer listed may be this one under a new name. */
const isSame = (before: MirroredFolder, { uidValidity, uidNext }: FolderStatus) =>
  before.uidValidity !== null &&
  before.uidValidity === uidValidity &&
  (uidNext === null || uidNext >= (before.uidNext ?? 0))

/**
 * A folder with the UIDVALIDITY of one that is no longer listed is that folder under a new name. The name may be that of
 * a folder which was deleted before; its row makes room and is removed with the others. Returns the folders to remove.
 */
async function followRenames(
  context: MirrorContext,
  session: ImapSession,
  known: MirroredFolder[],
  gone: MirroredFolder[],
  listed: readonly string[],
): Promise<MirroredFolder[]> {
  const isLabelled = known.some(({ label }) => label !== null)
  const byPath = new Map(known.map((folder) => [folder.path, folder]))
  // STATUS of the open folder may be that of a folder which had its name before; the inbox keeps its name.
  const inbox = known.find(({ role, selectable }) => role === 'inbox' && selectable)
  if (inbox) await context.open(inbox, { reuse: true })
  const statuses = new Map(
    isLabelled
      ? []
      : (await session.listFolders({ withStatus: true })).map(({ path, status }) => [path, status] as const),
  )
  let left = gone
  const follow = async (path: string): Promise<boolean> => {
    const replaced = byPath.get(path)
    if (replaced && isLabelled) return false
    const status = isLabelled ? await session.status(path) : statuses.get(path)
    if (!status || (replaced && replaced.uidValidity === status.uidValidity)) return false
    const before = left.find((folder) => isSame(folder, status))
    if (!before) return false
    left = [...left.filter((folder) => folder !== before), ...(replaced ? [replaced] : [])]
    byPath.set(path, before)
    await context.write(async (db) => {
      if (replaced) await renameFolder(db, replaced.id, `deleted ${replaced.id}`)
      await renameFolder(db, before.id, path)
    })
    return replaced !== undefined
  }
  // A folder that made room for another may be one that was listed before it.
  for (let isAgain = left.length > 0; isAgain; ) {
    isAgain = false
    for (const path of listed) if (await follow(path)) isAgain = true
  }
  return left
}

/**
 * Removes a folder that the server no longer has. Its messages may have been moved elsewhere before, so this comes after
 * the other folders were polled. A folder that pending moves target is kept until the server rejects them and the
 * messages are moved back.
 */
export async function removeFolder(context: MirrorContext, folder: MirroredFolder, finish = deleteFolder) {
  for (const uids of inSlices(await findMirroredUids(context.db, folder.id), emptyBatchSize))
    await context.write(async (db) => {
      if (await isMoveTarget(db, context.mailboxId, folder.id)) return
      const { changed, removed } = await applyChanges(db, folder.id, { flags: [], gone: uids })
      context.publishUpdated(db, [...changed, ...removed])
      await context.onDeleted(db, removed)
      context.markChanged()
    })
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
  if (converted.length === 0 && !hasDeletedLabels) return rows
  const isListed = new Set(rows.map(({ id }) => id))
  const now = await findMirroredFolders(context.db, context.mailboxId)
  return now.filter(({ id }) => isListed.has(id))
}

export type SyncedFolders = {
  folders: MirroredFolder[]
  /** No longer on the server; to be removed once the others are polled. */
  gone: MirroredFolder[]
}

/** Syncs the folders with the server's list, including renames. */
export async function syncFolders(context: MirrorContext, session: ImapSession): Promise<SyncedFolders> {
  const folders = toFolders(session, await session.listFolders())
  const listed = new Set(folders.map((folder) => folder.path))
  const known = await findMirroredFolders(context.db, context.mailboxId)
  const unlisted = known.filter((folder) => !listed.has(folder.path))
  const mirrored = folders.filter(isMirrored).map(({ path }) => path)
  const gone =
    unlisted.length > 0 ? await followRenames(context, session, known, unlisted, mirrored) : unlisted
  const rows = await context.write((db) => upsertFolders(db, context.mailboxId, folders))
  const before = new Map(known.map((folder) => [folder.id, folder.key]))
  const changed = rows.filter((row) => before.has(row.id) && before.get(row.id) !== keyOf(row))
  for (const row of changed) await context.write((db) => refreshFolder(db, context.mailboxId, row.id))
  return { folders: await convertLabels(context, rows, gone), gone }
}
