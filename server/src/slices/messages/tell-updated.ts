import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

/** Whoever shows more reads the list anyway. */
const maxIds = 50

/** Flags or places of messages have changed, or they are gone: one event a batch, when it commits. */
export function tellUpdated(
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
