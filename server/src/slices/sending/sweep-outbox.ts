import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { scheduleDeliveries } from './schedule.ts'
import { findStranded, releaseHeld } from './switches.store.ts'
import { publishStatus } from './notify-member.ts'

const maxItems = 1_000

/** Lets go what a switch has held, once none does any longer. */
export async function releaseHeldItems(db: Db, live: Live) {
  const items = await releaseHeld(db, maxItems)
  await scheduleDeliveries(db, items)
  for (const item of items) publishStatus(db, live, item, 'pending')
  return items.length
}

/** What a setting held before a restart, and what lost its job: nothing waits for ever. */
export async function sweepOutbox(db: Database, live: Live, enabled: boolean) {
  if (enabled) await db.transaction((tx) => releaseHeldItems(tx, live))
  await scheduleDeliveries(db, await findStranded(db, maxItems))
}
