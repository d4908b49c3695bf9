import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { findFolderLags, findLatestTimes } from '../messages/index.ts'
import { findMailbox } from './mailboxes.store.ts'

/** Compares the message counts of the server at the last poll with those of the mirror. */
export async function readLag(db: Db, { memberId }: Caller, id: string) {
  const mailbox = await findMailbox(db, memberId, id)
  if (!mailbox) throw fault('mailbox.not_found')
  const [folders, times] = await Promise.all([
    findFolderLags(db, mailbox.id),
    findLatestTimes(db, mailbox.id),
  ])
  return {
    mailboxId: mailbox.id,
    lastDeltaAt: mailbox.lastDeltaAt,
    lastReceivedAt: times?.lastReceivedAt ?? null,
    lastProcessedAt: times?.lastProcessedAt ?? null,
    missingMessages: folders.reduce(
      (sum, folder) => sum + Math.max(0, folder.serverMessages - folder.mirroredMessages),
      0,
    ),
    extraMessages: folders.reduce((sum, { extraMessages }) => sum + extraMessages, 0),
    folders,
  }
}
