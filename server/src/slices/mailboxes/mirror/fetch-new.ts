import type { OpenFolder } from '../../../protocols/imap/types.ts'
import { type MirroredFolder, saveUidNext } from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { importSlices } from './import-slices.ts'
import { inSlices } from './uid-sets.ts'

const sliceSize = 100

/**
 * Imports new mail in order of arrival. Each slice advances the folder's next UID in its own transaction, so that a
 * crash neither repeats nor skips a message. Returns the next UID.
 */
export async function fetchNew(
  context: MirrorContext,
  folder: MirroredFolder,
  remote: OpenFolder,
  from: number,
) {
  // `n:*` always includes the last message, even when its UID is below n (RFC 9051, section 6.4.9).
  const uids = (await remote.uids({ from })).filter((uid) => uid >= from)
  await importSlices(context, {
    folder,
    remote,
    isNew: true,
    slices: inSlices(uids, sliceSize),
    after: (db, slice) => saveUidNext(db, folder.id, (slice.at(-1) ?? from) + 1),
  })
  return (uids.at(-1) ?? from - 1) + 1
}
