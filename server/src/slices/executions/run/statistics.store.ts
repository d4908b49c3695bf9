import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

// Below this many changed rows a bad plan costs little.
const minChanged = 500
/** Reads a fifth of the usual sample: 60 instead of 300 ms of a core, which calls and runs would wait for. */
const target = 20

/**
 * Updates the statistics of the tables of runs when most of their rows are newer. Statements are planned once per
 * connection, and those planned while the tables were nearly empty read them from end to end until the next analysis,
 * which autovacuum may start a minute later. That one is the thorough one.
 */
export async function refreshStatistics(db: Database): Promise<void> {
  const stale = await db.row(sql`
    select from pg_class where oid = 'executions'::regclass
      and pg_stat_get_mod_since_analyze(oid) > greatest(${minChanged}::int, 2 * reltuples)`)
  if (!stale) return
  await db.transaction(async (tx) => {
    await tx.run(sql`select set_config('default_statistics_target', ${String(target)}, true)`)
    await tx.run(sql`analyze (skip_locked) executions, execution_parts`)
  })
}
