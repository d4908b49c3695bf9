import type { Database } from '../../../platform/db/database.ts'
import { type Sql, sql, unprepared } from '../../../platform/db/sql.ts'

// Below this many changed rows a bad plan costs little.
const minChanged = 500
/** Reads a fifth of the usual sample: 60 instead of 300 ms of a core, which calls and runs would wait for. */
const target = 20

const runTables = ['executions', 'execution_parts']

const analyse = (tables: string[]): Sql =>
  unprepared({ strings: [`analyze (skip_locked) ${tables.join(', ')}`], values: [] })

/**
 * Updates the statistics of the tables of runs, and of those that their effects write, when most of the rows are newer.
 * Statements are planned once per connection, and those planned while a table was nearly empty read it from end to end
 * until the next analysis, which autovacuum may start a minute later.
 */
export async function refreshStatistics(db: Database, effectTables: readonly string[] = []): Promise<void> {
  // As text it is quoted where needed.
  const stale = await db.rows<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where oid = any (${[...runTables, ...effectTables]}::regclass[])
      and pg_stat_get_mod_since_analyze(oid) > greatest(${minChanged}::int, 2 * reltuples)`)
  if (stale.length === 0) return
  await db.transaction(async (tx) => {
    await tx.run(sql`select set_config('default_statistics_target', ${String(target)}, true)`)
    await tx.run(analyse(stale.map(({ name }) => name)))
  })
}
