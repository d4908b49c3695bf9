import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

// Below this many changed rows a bad plan costs little.
const minChanged = 500

/**
 * Updates the statistics of the tables of runs when most of their rows are newer. Statements are planned once per
 * connection, and those planned while the tables were nearly empty read them from end to end until the next analysis,
 * which autovacuum may start a minute later.
 */
export async function refreshStatistics(db: Database): Promise<void> {
  const stale = await db.row(sql`
    select from pg_class where oid = 'executions'::regclass
      and pg_stat_get_mod_since_analyze(oid) > greatest(${minChanged}::int, 2 * reltuples)`)
  if (stale) await db.run(sql`analyze (skip_locked) executions, execution_parts`)
}
