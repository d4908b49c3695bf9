import type { Db } from '../../../platform/db/database.ts'
import { toRecord } from './message-record.ts'
import { refreshThreads } from './refresh.store.ts'
import type { NewMessage } from './types.ts'
import { lockMailboxes, updateContents } from './write.store.ts'

/** Adds the body to a message that was stored without it. Flags, location and journal stay. */
export async function completeMessage(
  db: Db,
  { id, threadId }: { id: string; threadId: string },
  message: NewMessage,
): Promise<void> {
  await lockMailboxes(db, [message.mailboxId])
  await updateContents(db, toRecord({ ...message, id, threadId }))
  await refreshThreads(db, [threadId], false)
}
