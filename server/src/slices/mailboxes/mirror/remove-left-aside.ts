import { removeMessages } from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { endRenumbering } from './folders.store.ts'
import { findLeftAside } from './renumber.store.ts'

/** Once a renumbered folder is read to its end, what was not found again is no longer on the server. */
export async function removeLeftAside(context: MirrorContext, folderId: string) {
  await context.write(async (db) => {
    const uids = await findLeftAside(db, folderId)
    if (uids.length > 0) await removeMessages(db, folderId, uids)
    await endRenumbering(db, folderId)
  })
}
