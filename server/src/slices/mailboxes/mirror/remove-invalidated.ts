import { findInvalidatedUids, finishRenumbering, removeMessages } from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'

/** Once a renumbered folder is read completely, messages that were not found again no longer exist on the server. */
export async function removeInvalidated(context: MirrorContext, folderId: string) {
  await context.write(async (db) => {
    const uids = await findInvalidatedUids(db, folderId)
    const removed = await removeMessages(db, folderId, uids)
    await context.onDeleted(
      db,
      removed.map(({ id }) => id),
    )
    await finishRenumbering(db, folderId)
  })
}
