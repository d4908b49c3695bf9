import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { publishStatus } from './notify-member.ts'
import { scheduleDeliveries } from './schedule.ts'
import { findStranded, releaseHeld } from './switches.store.ts'

const maxItems = 1_000

/** Releases the items held by a switch that is on again. */
export async function releaseHeldItems(db: Db, live: Live) {
  const items = await releaseHeld(db, maxItems)
  await scheduleDeliveries(db, items)
  for (const item of items) publishStatus(db, live, item, 'pending')
  return items.length
}

/** Releases items held by a setting before a restart and reschedules items without a job, so that none waits forever. */
export async function sweepOutbox(db: Database, live: Live, enabled: boolean) {
  if (enabled) await db.transaction((tx) => releaseHeldItems(tx, live))
  await scheduleDeliveries(db, await findStranded(db, maxItems))
}
