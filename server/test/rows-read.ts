import type { Db } from '../src/platform/db/database.ts'
import { sql } from '../src/platform/db/sql.ts'

/** How many rows of these tables the current transaction has read so far. */
export const rowsRead = async (db: Db, tables: string[]): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`
      select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
      where relname = any (${tables}::text[])`)
  )?.n ?? Number.NaN
