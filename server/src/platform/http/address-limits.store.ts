import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** 0 when there was room, else the seconds until there is. A negative amount gives back. */
export async function takeFromWindow(
  db: Db,
  bucket: string,
  most: number,
  windowSeconds: number,
  amount = 1,
) {
  const row = await db.row<{ wait: number }>(
    sql`select rate_take(${bucket}, ${most}::int, ${windowSeconds}::int, ${amount}::int) as wait`,
  )
  return row?.wait ?? 0
}

/** The longest window is a day. */
export const purgeWindows = (db: Db, batch: number) =>
  db.run(sql`
    delete from rate_windows where bucket in (
      select bucket from rate_windows where touched_at < now() - interval '26 hours' limit ${batch})`)
