import { findOldestInvalidated, type MirroredFolder } from '../../messages/index.ts'
import { hasSameUids, type MirrorContext } from './context.ts'
import { importSlices } from './import-slices.ts'
import { newestFirst } from './uid-sets.ts'

const sliceSize = 250

/**
 * Finds the messages of a renumbered folder again without importing its history, for mailboxes that have none. Returns
 * whether the folder was read.
 */
export async function matchRenumbered(context: MirrorContext, folder: MirroredFolder): Promise<boolean> {
  const remote = await context.open(folder)
  if (!hasSameUids(folder, remote)) return false
  const oldest = await findOldestInvalidated(context.db, folder.id)
  const since = [oldest, folder.newSince].filter((time) => time !== null).sort()[0]
  const found = since === undefined ? [] : await remote.uids({ since: new Date(since) })
  // Later ones are left to the poll, which also dispatches them.
  const uids = found.filter((uid) => uid < (folder.uidNext ?? 0))
  await importSlices(context, {
    folder,
    remote,
    slices: newestFirst(uids, sliceSize),
    isNew: false,
    onlyMatching: true,
    after: async () => undefined,
  })
  return true
}
