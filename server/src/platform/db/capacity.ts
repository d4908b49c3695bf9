import type { Db } from './database.ts'
import { sql } from './sql.ts'

/** How many connections the server has for us and for others who are not its administrators. */
export const findConnectionCapacity = async (db: Db) =>
  (
    await db.row<{ capacity: number }>(sql`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(nullif(current_setting('reserved_connections', true), '')::int, 0) as capacity`)
  )?.capacity ?? 0
