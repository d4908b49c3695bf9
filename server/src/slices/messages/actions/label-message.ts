import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/ids/ids.ts'
import type { Live } from '../../../platform/live/live.ts'
import { putWords } from '../run-message.store.ts'
import { tellUpdated } from '../tell-updated.ts'
import { findOps, findThreadMessages, holdMailboxOf, insertOps, type ThreadMessage } from './ops.store.ts'

type Which = { memberId: string; threadId: string; messageId: string }
type Words = { add: string[]; remove: string[]; clientToken: string }
type Deps = { wake(db: Db, mailboxId: string): Promise<unknown>; live: Live }

/** A label that somebody put there by hand is no word here, and goes all the same. */
const isLabelled = ({ hasLabels, labels }: ThreadMessage, words: string[]) =>
  hasLabels && words.some((word) => labels.includes(`folder:${word}`))

/**
 * Puts words on a message, or takes them away: here at once, and on the server as labels (Gmail), or as keywords where
 * it keeps such. Tells whether that changed anything; the same token again acts no more.
 */
export async function labelMessage(
  db: Db,
  { memberId, threadId, messageId }: Which,
  { add, remove, clientToken }: Words,
  { wake, live }: Deps,
): Promise<boolean> {
  const mailbox = await holdMailboxOf(db, memberId, threadId)
  const message = mailbox && (await findThreadMessages(db, threadId)).find(({ id }) => id === messageId)
  if (!mailbox || !message) throw fault('webmail.message_not_found')
  if ((await findOps(db, [messageId], clientToken)).length > 0) return true
  if (await putWords(db, memberId, messageId, { add, remove }))
    tellUpdated(db, live, { memberId, mailboxId: mailbox.id }, [messageId])
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
