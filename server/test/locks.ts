import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/platform/db/database.ts'
import { sql } from '../src/platform/db/sql.ts'

/** Waits until `count` statements of this database are blocked by a lock, to start a race at a defined point. */
export async function untilWaiting(db: Database, count: number) {
  for (let tries = 0; tries < 6_000; tries++) {
    const found = await db.row<{ waiting: number }>(sql`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if ((found?.waiting ?? 0) >= count) return
    await sleep(10)
  }
  throw new Error(`fewer than ${count} statements are waiting for a lock`)
}
