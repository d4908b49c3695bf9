import type { ImapSession } from '../../../protocols/imap/imap.ts'
import { findResync, finishResync } from '../requests.store.ts'
import { fetchSlice, type MirrorContext } from './context.ts'
import { type FolderRow, findUidsSince } from './folders.store.ts'
import { pipeline } from './pipeline.ts'
import { newestFirst } from './uid-sets.ts'

const sliceSize = 250

/** Everything of a folder since then that the mirror lacks, silently. */
async function readAgain(context: MirrorContext, folder: FolderRow, since: string) {
  const known = new Set(await findUidsSince(context.db, folder.id, since))
  const lowest = known.size > 0 ? Math.min(...known) : (folder.mirroredFrom ?? 1)
  const remote = await context.open(folder)
  const uids = await remote.uids({ from: lowest })
  // What is new is the next look's to fetch and to journal.
  const wanted = uids.filter((uid) => !known.has(uid) && uid < (folder.uidNext ?? 0))
  await pipeline({
    slices: newestFirst(wanted, sliceSize),
    signal: context.signal,
    read: (slice) => fetchSlice(remote, slice, context.signal),
    parse: (messages) => context.prepare({ folder, messages, isNew: false, after: async () => undefined }),
    store: (store) => store(),
  })
}

/** A period that someone wants read again, in slices; nothing is journaled and no workflow runs. */
export async function serveResync(context: MirrorContext, _session: ImapSession, folders: FolderRow[]) {
  const resync = await findResync(context.db, context.mailboxId)
  if (!resync) return
  for (const folder of folders) if (folder.selectable) await readAgain(context, folder, resync.since)
  await context.write((db) => finishResync(db, resync))
}
