import { findMirroredUids, type MirroredFolder, resetModseq } from '../../messages/index.ts'
import { isIncomplete } from './backfill.ts'
import type { MirrorContext } from './context.ts'
import { isMirrored } from './folder-keys.ts'
import { importSlices } from './import-slices.ts'
import { newestFirst } from './uid-sets.ts'

const sliceSize = 250
const everyMs = 60 * 60_000
/** The flags of a larger folder are left to the change log of the server. */
const maxCompared = 50_000

/** The folder whose comparison is due: one that has not been compared for the longest time, or never. */
export function nextToCompare(
  folders: MirroredFolder[],
  comparedAt: ReadonlyMap<string, number>,
): MirroredFolder | undefined {
  const now = performance.now()
  const ageOf = ({ id }: MirroredFolder) => now - (comparedAt.get(id) ?? Number.NEGATIVE_INFINITY)
  return folders
    .filter((folder) => isMirrored(folder) && folder.syncedAt !== null && !isIncomplete(folder))
    .filter((folder) => ageOf(folder) >= everyMs)
    .toSorted((a, b) => ageOf(b) - ageOf(a))[0]
}

/**
 * Compares a folder with the server message by message, whatever the change log said: missing messages are imported as
 * history, and the next poll looks for deletions and compares the flags. Returns the updated folder.
 */
export async function compareFolder(context: MirrorContext, folder: MirroredFolder): Promise<MirroredFolder> {
  const remote = await context.open(folder)
  // Something has changed just now, and is for the next poll.
  if (remote.uidValidity !== folder.uidValidity || remote.uidNext !== folder.uidNext) return folder
  const there = await remote.uids()
  const here = new Set(await findMirroredUids(context.db, folder.id))
  const from = folder.mirroredFrom ?? 1
  const missing = there.filter((uid) => !here.has(uid) && uid >= from && uid < (folder.uidNext ?? 0))
  const extra = here.size - (there.length - missing.length)
  if (missing.length > 0 || extra > 0)
    context.log.warn(
      { folderId: folder.id, missing: missing.length, extra },
      'a folder differs from the server, and is corrected',
    )
  if (missing.length > 0) {
    const slices = newestFirst(missing, sliceSize)
    await importSlices(context, { folder, remote, slices, isNew: false, after: async () => undefined })
  }
  if (extra <= 0 && there.length > maxCompared) return folder
  await context.write((db) => resetModseq(db, folder.id))
  return { ...folder, highestModseq: null }
}
