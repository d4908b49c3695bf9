import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Returns 0 if the window had capacity, otherwise the seconds until it has. A negative amount is a refund. */
export async function takeFromWindow(
  db: Db,
  bucket: string,
  limit: number,
  windowSeconds: number,
  amount = 1,
) {
  const row = await db.row<{ wait: number }>(
    sql`select rate_take(${bucket}, ${limit}::int, ${windowSeconds}::int, ${amount}::int) as wait`,
  )
  return row?.wait ?? 0
}

/** The longest window is a day. */
export const purgeWindows = (db: Db, batch: number) =>
  db.run(sql`
    delete from rate_windows where bucket in (
      select bucket from rate_windows where touched_at < now() - interval '26 hours' limit ${batch})`)
