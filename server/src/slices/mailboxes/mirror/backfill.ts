import type { OpenFolder } from '../../../protocols/imap/types.ts'
import { type MirroredFolder, saveMirroredFrom } from '../../messages/index.ts'
import { hasSameUids, type MirrorContext, stateOf } from './context.ts'
import { byImportance, isMirrored } from './folder-keys.ts'
import { importSlices } from './import-slices.ts'
import { newestFirst } from './uid-sets.ts'

const firstSlice = 50
const sliceSize = 250
/** New mail is polled at least after this many messages of a folder. */
const maxTurnMessages = 20_000

/** A renumbered folder is incomplete until its old messages are found again or removed, even if it is empty now. */
export const isIncomplete = (folder: MirroredFolder) =>
  isMirrored(folder) && ((folder.mirroredFrom ?? 0) > 1 || folder.newSince !== null)

/** The folder to backfill next: each gets its first page, in order of importance, before any gets a second one. */
export function nextFolderToFill(
  folders: MirroredFolder[],
  started: ReadonlySet<string>,
): MirroredFolder | undefined {
  const incomplete = folders.filter(isIncomplete).sort(byImportance)
  return incomplete.find((folder) => !started.has(folder.id)) ?? incomplete[0]
}

/**
 * The highest UIDs up to `top`, at most `limit`. Searches range by range: a folder may have a million messages, and a
 * search without a range would list all of them in each turn.
 */
async function newestUids(remote: OpenFolder, top: number, limit: number): Promise<number[]> {
  let found: number[] = []
  for (let [to, width] = [top, 2 * limit]; to >= 1 && found.length < limit; width *= 4) {
    const from = Math.max(1, to - width + 1)
    const uids = await remote.uids({ from, to })
    found = [...uids.filter((uid) => uid >= from && uid <= to), ...found]
    to = from - 1
  }
  return found.slice(-limit)
}

export type BackfillTurn = {
  /** The first page of a folder is short, so that every folder has one soon. */
  isFirst: boolean
  /** Called before each further slice with the number of messages so far: something else may be more urgent. */
  mayContinue(importedCount: number): boolean
}

/**
 * Imports one turn of history, newest first, resumable after each slice. Returns the updated folder; undefined if it has
 * to be polled first because the server has renumbered it.
 */
export async function backfillFolder(
  context: MirrorContext,
  folder: MirroredFolder,
  { isFirst, mayContinue }: BackfillTurn,
): Promise<MirroredFolder | undefined> {
  const remote = await context.open(folder, { reuse: true })
  if (!hasSameUids(folder, remote)) return undefined
  const top = (folder.mirroredFrom ?? stateOf(remote, 0).uidNext) - 1
  const limit = isFirst ? firstSlice : maxTurnMessages
  const uids = await newestUids(remote, top, limit)
  let mirroredFrom = top + 1
  let importedCount = 0
  function* slices() {
    for (const slice of newestFirst(uids, isFirst ? firstSlice : sliceSize)) {
      if (importedCount > 0 && !mayContinue(importedCount)) return
      mirroredFrom = Math.min(...slice)
      importedCount += slice.length
      yield slice
    }
  }
  await importSlices(context, {
    folder,
    remote,
    isNew: false,
    slices: slices(),
    // From the requested UIDs, not the fetched ones: a message may vanish between the search and the fetch.
    after: (db, slice) => saveMirroredFrom(db, folder.id, Math.min(...slice)),
  })
  const isLast = uids.length < limit && (uids.length === 0 || mirroredFrom === Math.min(...uids))
  if (!isLast) return { ...folder, mirroredFrom }
  await context.write((db) => saveMirroredFrom(db, folder.id, 1))
  return { ...folder, mirroredFrom: 1 }
}
