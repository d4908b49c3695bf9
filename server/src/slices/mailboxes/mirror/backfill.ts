import type { OpenFolder } from '../../../protocols/imap/types.ts'
import { type MirroredFolder, saveMirroredFrom } from '../../messages/index.ts'
import { type MirrorContext, stateOf } from './context.ts'
import { byImportance, isMirrored } from './folder-keys.ts'
import { importSlices } from './import-slices.ts'
import { newestFirst } from './uid-sets.ts'

const firstSlice = 50
const sliceSize = 250
/** After so many messages of a folder new mail is looked for. */
const maxTurnMessages = 20_000

const isOpen = (folder: MirroredFolder) => isMirrored(folder) && (folder.mirroredFrom ?? 0) > 1

/** The folder whose turn it is: each gets its first page, in order of importance, before any goes deeper. */
export function nextFolderToFill(
  folders: MirroredFolder[],
  begun: ReadonlySet<string>,
): MirroredFolder | undefined {
  const open = folders.filter(isOpen).sort(byImportance)
  return open.find((folder) => !begun.has(folder.id)) ?? open[0]
}

/**
 * The highest UIDs up to `top`, as many as wanted or all there are. Asked for by stretches: a folder may have a
 * million, and each turn would name them all.
 */
async function newestUids(remote: OpenFolder, top: number, wanted: number): Promise<number[]> {
  let found: number[] = []
  for (let [to, width] = [top, 2 * wanted]; to >= 1 && found.length < wanted; width *= 4) {
    const from = Math.max(1, to - width + 1)
    const uids = await remote.uids({ from, to })
    found = [...uids.filter((uid) => uid >= from && uid <= to), ...found]
    to = from - 1
  }
  return found.slice(-wanted)
}

export type BackfillTurn = {
  /** The first page of a folder is short, so that all have theirs soon. */
  isFirst: boolean
  /** Asked before each slice, with how many were taken in: something else may have become more urgent. */
  mayContinue(taken: number): boolean
}

/** One turn of history, newest first, resumable after each slice. Gives the folder as it now stands. */
export async function backfillFolder(
  context: MirrorContext,
  folder: MirroredFolder,
  { isFirst, mayContinue: mayGoOn }: BackfillTurn,
): Promise<MirroredFolder> {
  const remote = await context.open(folder, { reuse: true })
  const top = (folder.mirroredFrom ?? stateOf(remote, 0).uidNext) - 1
  const most = isFirst ? firstSlice : maxTurnMessages
  const wanted = await newestUids(remote, top, most)
  let mirroredFrom = top + 1
  let taken = 0
  function* slices() {
    for (const slice of newestFirst(wanted, isFirst ? firstSlice : sliceSize)) {
      if (taken > 0 && !mayGoOn(taken)) return
      mirroredFrom = Math.min(...slice)
      taken += slice.length
      yield slice
    }
  }
  await importSlices(context, {
    folder,
    remote,
    isNew: false,
    slices: slices(),
    // By the slice, not by what came of it: a message may vanish between the search and the fetch.
    after: (db, slice) => saveMirroredFrom(db, folder.id, Math.min(...slice)),
  })
  const isLast = wanted.length < most && (wanted.length === 0 || mirroredFrom === Math.min(...wanted))
  if (!isLast) return { ...folder, mirroredFrom }
  await context.write((db) => saveMirroredFrom(db, folder.id, 1))
  return { ...folder, mirroredFrom: 1 }
}
