import type { OpenFolder } from '../../../protocols/imap/types.ts'
import {
  findMirroredFlags,
  type MirroredFlags,
  type MirroredFolder,
  resetModseq,
} from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { isMirrored } from './folder-keys.ts'
import { importSlices } from './import-slices.ts'
import { newestFirst } from './uid-sets.ts'

const sliceSize = 250
export const compareEveryMs = 60 * 60_000
/** When something changed during a comparison. */
export const compareAgainMs = 5 * 60_000
/** In a larger folder, flags are only fetched if a search shows that some differ. */
const maxCompared = 20_000

/** The folder whose comparison is due: one that has not been compared for the longest time, or never. */
export function nextToCompare(
  folders: MirroredFolder[],
  comparedAt: ReadonlyMap<string, number>,
): MirroredFolder | undefined {
  const since = performance.now() - compareEveryMs
  const timeOf = ({ id }: MirroredFolder) => comparedAt.get(id) ?? Number.MIN_SAFE_INTEGER
  return folders
    .filter((folder) => isMirrored(folder) && folder.syncedAt !== null && timeOf(folder) <= since)
    .toSorted((a, b) => timeOf(a) - timeOf(b))[0]
}

const flags = { SEEN: 'seen', FLAGGED: 'flagged', ANSWERED: 'answered', DRAFT: 'draft' } as const

/** Compares the sets of messages with each flag, which servers answer from their index. */
async function flagsDiffer(remote: OpenFolder, here: MirroredFlags[]): Promise<boolean> {
  const known = new Set(here.map(({ uid }) => uid))
  for (const [flag, column] of Object.entries(flags) as [keyof typeof flags, 'seen'][]) {
    const there = new Set((await remote.uids({ flag })).filter((uid) => known.has(uid)))
    if (here.some((row) => row[column] !== there.has(row.uid))) return true
  }
  return false
}

/**
 * Compares a folder with the server message by message, whatever the change log said: missing messages are imported as
 * history, and the next poll looks for deletions and compares the flags. Returns the updated folder; undefined if it has
 * just changed, which is for the next poll.
 */
export async function compareFolder(
  context: MirrorContext,
  folder: MirroredFolder,
): Promise<MirroredFolder | undefined> {
  const remote = await context.open(folder)
  if (remote.uidValidity !== folder.uidValidity || remote.uidNext !== folder.uidNext) return undefined
  if (folder.highestModseq !== null && remote.highestModseq !== folder.highestModseq) return undefined
  const there = new Set(await remote.uids())
  const rows = await findMirroredFlags(context.db, folder.id)
  const here = new Set(rows.map(({ uid }) => uid))
  const from = folder.mirroredFrom ?? 1
  const missing = [...there].filter((uid) => !here.has(uid) && uid >= from && uid < (folder.uidNext ?? 0))
  const extra = [...here].filter((uid) => !there.has(uid)).length
  if (missing.length > 0 || extra > 0)
    context.log.warn(
      { folderId: folder.id, missing: missing.length, extra },
      'a folder differs from the server, and is corrected',
    )
  if (missing.length > 0) {
    const slices = newestFirst(missing, sliceSize)
    await importSlices(context, { folder, remote, slices, isNew: false, after: async () => undefined })
  }
  if (extra === 0 && there.size > maxCompared && !(await flagsDiffer(remote, rows))) return folder
  await context.write((db) => resetModseq(db, folder.id))
  return { ...folder, highestModseq: null }
}
