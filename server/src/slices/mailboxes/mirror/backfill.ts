import { fetchSlice, type MirrorContext, stateOf } from './context.ts'
import { byImportance } from './folder-keys.ts'
import { type FolderRow, saveMirroredFrom } from './folders.store.ts'
import { pipeline } from './pipeline.ts'
import { newestFirst } from './uid-sets.ts'

const firstSlice = 50
const sliceSize = 250
/** After so many messages of a folder new mail is looked for, and the others have their turn. */
const turn = 2_000

const isOpen = (folder: FolderRow) => folder.selectable && (folder.mirroredFrom ?? 0) > 1

/** The folder whose turn it is: each gets its first page, in order of importance, before any goes deeper. */
export function nextToFill(folders: FolderRow[], begun: ReadonlySet<string>): FolderRow | undefined {
  const open = folders.filter(isOpen).sort(byImportance)
  return open.find((folder) => !begun.has(folder.id)) ?? open[0]
}

/** One turn of history, newest first, resumable after each slice. Gives the folder as it now stands. */
export async function fillFolder(
  context: MirrorContext,
  folder: FolderRow,
  isFirst: boolean,
): Promise<FolderRow> {
  const remote = await context.open(folder)
  const top = (folder.mirroredFrom ?? stateOf(remote, 0).uidNext) - 1
  const uids = top < 1 ? [] : (await remote.uids({ from: 1, to: top })).filter((uid) => uid <= top)
  const wanted = uids.slice(isFirst ? -firstSlice : -turn)
  const isLast = wanted.length === uids.length
  await pipeline({
    slices: newestFirst(wanted, isFirst ? firstSlice : sliceSize),
    signal: context.signal,
    read: (slice) => fetchSlice(remote, slice, context.signal),
    // By the slice, not by what came of it: a message may vanish between the search and the fetch.
    parse: (messages, slice) =>
      context.prepare({
        folder,
        messages,
        isNew: false,
        after: (db) => saveMirroredFrom(db, folder.id, Math.min(...slice)),
      }),
    store: async (store) => {
      await store()
      context.noteChange()
    },
  })
  const mirroredFrom = isLast ? 1 : Math.min(...wanted)
  if (isLast) await context.write((db) => saveMirroredFrom(db, folder.id, 1))
  return { ...folder, mirroredFrom }
}
