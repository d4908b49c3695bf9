import type { ImapSession } from '../../../protocols/imap/imap.ts'
import { findMirroredUidsSince, type MirroredFolder } from '../../messages/index.ts'
import { findResync, finishResync } from '../requests.store.ts'
import { hasSameUids, type MirrorContext } from './context.ts'
import { isMirrored } from './folder-keys.ts'
import { importSlices } from './import-slices.ts'
import { newestFirst } from './uid-sets.ts'

const sliceSize = 250

/** Imports the messages received since `since` that the mirror lacks, without journaling them. */
async function resyncFolder(context: MirrorContext, folder: MirroredFolder, since: string) {
  const known = new Set(await findMirroredUidsSince(context.db, folder.id, since))
  const minUid = known.size > 0 ? Math.min(...known) : (folder.mirroredFrom ?? 1)
  const remote = await context.open(folder)
  if (!hasSameUids(folder, remote)) return
  const uids = await remote.uids({ from: minUid })
  // New mail is left to the next poll, which also journals it.
  const missing = uids.filter((uid) => !known.has(uid) && uid < (folder.uidNext ?? 0))
  const slices = newestFirst(missing, sliceSize)
  await importSlices(context, { folder, remote, slices, isNew: false, after: async () => undefined })
}

/** Reads a requested period again, in slices; nothing is journaled and no workflow runs. */
export async function processResync(
  context: MirrorContext,
  _session: ImapSession,
  folders: MirroredFolder[],
) {
  const resync = await findResync(context.db, context.mailboxId)
  if (!resync) return
  for (const folder of folders) if (isMirrored(folder)) await resyncFolder(context, folder, resync.since)
  await context.write((db) => finishResync(db, resync))
}
