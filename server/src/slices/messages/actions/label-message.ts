import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/ids/ids.ts'
import type { Live } from '../../../platform/live/live.ts'
import { publishUpdated } from '../publish-updated.ts'
import { updateKeywords } from '../run-message.store.ts'
import {
  findOps,
  findThreadMessages,
  insertOps,
  lockMailboxOfThread,
  type ThreadMessage,
} from './ops.store.ts'

type MessageKey = { memberId: string; threadId: string; messageId: string }
type KeywordChange = { add: string[]; remove: string[]; clientToken: string }
type Deps = { wake(db: Db, mailboxId: string): Promise<unknown>; live: Live }

/** A label that somebody added by hand is not a keyword here, but can be removed as well. */
const isLabelled = ({ hasLabels, labels }: ThreadMessage, keywords: string[]) =>
  hasLabels && keywords.some((keyword) => labels.includes(`folder:${keyword}`))

/**
 * Adds and removes keywords of a message: here at once, on the server later as labels (Gmail) or as IMAP keywords where
 * it supports them. Returns whether anything changed. A repeated client token has no further effect.
 */
export async function labelMessage(
  db: Db,
  { memberId, threadId, messageId }: MessageKey,
  { add, remove, clientToken }: KeywordChange,
  { wake, live }: Deps,
): Promise<boolean> {
  const mailbox = await lockMailboxOfThread(db, memberId, threadId)
  const message = mailbox && (await findThreadMessages(db, threadId)).find(({ id }) => id === messageId)
  if (!mailbox || !message) throw fault('webmail.message_not_found')
  if ((await findOps(db, [messageId], clientToken)).length > 0) return true
  if (await updateKeywords(db, memberId, messageId, { add, remove }))
    publishUpdated(db, live, { memberId, mailboxId: mailbox.id }, [messageId])
  else if (!isLabelled(message, remove)) return false
  const { folderId, uid, seen, flagged, labels } = message
  await insertOps(db, [
    {
      id: newId(),
      mailboxId: mailbox.id,
      messageId,
      action: 'label',
      clientToken,
      step: { kind: 'words', add, remove },
      before: { folderId, uid, seen, flagged, labels },
    },
  ])
  await wake(db, mailbox.id)
  return true
}
