import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { publishStatus } from './notify-member.ts'
import { scheduleDeliveries } from './schedule.ts'
import { findStranded, releaseHeld, releaseSuspended } from './switches.store.ts'

const maxItems = 1_000

async function schedule(db: Db, live: Live, items: Awaited<ReturnType<typeof releaseHeld>>) {
  await scheduleDeliveries(db, items)
  for (const item of items) publishStatus(db, live, item, 'pending')
  return items.length
}

/** Releases the items held by a switch that is on again. */
export const releaseHeldItems = async (db: Db, live: Live) =>
  schedule(db, live, await releaseHeld(db, maxItems))

/** Releases what was held while the member was suspended: the member has switched the mailbox on. */
export const releaseSuspendedItems = async (db: Db, live: Live, mailboxId: string) =>
  schedule(db, live, await releaseSuspended(db, mailboxId, maxItems))

/** Releases items held by a setting before a restart and reschedules items without a job, so that none waits forever. */
export async function sweepOutbox(db: Database, live: Live, enabled: boolean) {
  if (enabled) await db.transaction((tx) => releaseHeldItems(tx, live))
  await scheduleDeliveries(db, await findStranded(db, maxItems))
}
