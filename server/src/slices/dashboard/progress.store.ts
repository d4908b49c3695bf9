import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type Source = 'executions' | 'journal' | 'mail' | 'ai'

/** Locks the progress, so that processes count one after another. */
export const lockProgress = async (db: Db, source: Source) =>
  (
    await db.row<{ countedUntil: string }>(sql`
      select counted_until as "countedUntil" from dashboard_progress where source = ${source} for update`)
  )?.countedUntil ?? ''

/**
 * Up to where everything is committed: whatever is recorded carries a time of at most 30 s before its transaction
 * began. Statements that follow see all of it; one that locks the progress as well might have an older snapshot.
 */
export const findSettledUntil = async (db: Db) =>
  (
    await db.row<{ until: string }>(sql`
      select date_trunc('second', least(now(), min(xact_start)) - interval '1 minute') as until
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`)
  )?.until ?? ''

/** Where `count` more records end, or the limit. At least a millisecond after `since`, so that each run progresses. */
export const findBatchEnd = async (db: Db, source: Source, since: string, until: string, count: number) => {
  const times = {
    executions: sql`select finished_at as at from execution_outcomes`,
    journal: sql`select created_at as at from journal_outcomes`,
    mail: sql`select recorded_at as at from workflow_mails`,
    ai: sql`select created_at as at from ai_usage`,
  }
  const row = await db.row<{ end: string }>(sql`
    select greatest(at, ${since}::timestamptz + interval '1 millisecond')::timestamptz(3) as end
    from (${times[source]}) t where at >= ${since} and at < ${until}
    order by at offset ${count} limit 1`)
  return row?.end ?? until
}

export const storeProgress = (db: Db, source: Source, until: string) =>
  db.run(sql`update dashboard_progress set counted_until = ${until} where source = ${source}`)
