import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { releaseDrafts } from './drafts.store.ts'
import { publishReview } from './publish-review.ts'
import { scheduleDeliveries } from './schedule.ts'

/** Queues drafts that a person has decided to send. Returns those that were still open. */
export async function sendDrafts(db: Db, live: Live, memberId: string, ids: string[]) {
  const released = await releaseDrafts(db, memberId, ids)
  await scheduleDeliveries(db, released)
  return released.map(({ sendAfter: _, ...item }) => {
    publishReview(db, live, { ...item, memberId })
    return item
  })
}
