import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Counts runs that descend from a root; false, and nothing is counted, if that would exceed the limit. */
export const countDescendants = async (db: Db, rootId: string, amount: number, limit: number) =>
  (await db.row(sql`
    insert into execution_families as f (root_id, descendants)
    select ${rootId}::uuid, ${amount}::int where ${amount}::int <= ${limit}::int
    on conflict (root_id) do update set descendants = f.descendants + excluded.descendants
    where f.descendants + excluded.descendants <= ${limit}::int
    returning root_id`)) !== undefined

/** Returns 0 if the root may start so many runs now, otherwise the seconds until it may. */
export const takeFromRate = async (db: Db, rootId: string, amount: number, limit: number) =>
  (
    await db.row<{ wait: number }>(
      sql`select rate_take(${`family:${rootId}`}, ${limit}::int, 60, ${amount}::int) as wait`,
    )
  )?.wait ?? 0
