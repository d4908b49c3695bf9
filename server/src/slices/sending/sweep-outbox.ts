import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { scheduleDeliveries } from './schedule.ts'
import { findForgotten, releaseHeld } from './switches.store.ts'
import { tellStatus } from './tell.ts'

const most = 1_000

/** Lets go what a switch has held, once none does any longer. */
export async function releaseAll(db: Db, live: Live) {
  const items = await releaseHeld(db, most)
  await scheduleDeliveries(db, items)
  for (const item of items) tellStatus(db, live, item, 'pending')
  return items.length
}

/** What a setting held before a restart, and what lost its job: nothing waits for ever. */
export async function sweepOutbox(db: Database, live: Live, enabled: boolean) {
  if (enabled) await db.transaction((tx) => releaseAll(tx, live))
  await scheduleDeliveries(db, await findForgotten(db, most))
}
