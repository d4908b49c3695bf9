import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

/** A client that shows more messages reloads the list anyway. */
const maxIds = 50

/** Publishes one event per batch for messages whose flags or folder changed or that were deleted, on commit. */
export function publishUpdated(
  db: Db,
  live: Live,
  { memberId, mailboxId }: { memberId: string; mailboxId: string },
  messageIds: string[],
) {
  const ids = [...new Set(messageIds)]
  if (ids.length === 0) return
  const data = { mailboxId, messageIds: ids.slice(0, maxIds) }
  live.publish(db, { memberId, type: 'message.updated', data })
}
