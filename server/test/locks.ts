import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/platform/db/database.ts'
import { sql } from '../src/platform/db/sql.ts'

/** Until so many statements of this database stand before a lock: then a race starts where the test wants it. */
export async function untilWaiting(db: Database, count: number) {
  for (let tries = 0; tries < 6_000; tries++) {
    const found = await db.row<{ waiting: number }>(sql`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if ((found?.waiting ?? 0) >= count) return
    await sleep(10)
  }
  throw new Error(`there were never ${count} statements waiting for a lock`)
}
