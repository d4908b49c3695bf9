import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export const slotsChannel = 'llm_slots'

export type Exchange = {
  connectionId: string
  processId: string
  inUse: number
  want: number
  isHealthy: boolean
  isForced: boolean
}
export type Exchanged = { granted: number; waitMs: number | null; isOpen: boolean; hasClosed: boolean }

/**
 * See the migration that creates `llm_exchange`. Its commit does not wait for the disk: what a crash of the server loses
 * is told again with the next exchange.
 */
export const exchangeSlots = async (db: Db, e: Exchange): Promise<Exchanged> => {
  const row = await db.row<Exchanged>(sql`
    select granted, wait_ms as "waitMs", is_open as "isOpen", has_closed as "hasClosed"
    from (select set_config('synchronous_commit', 'off', true)) as setting,
      llm_exchange(${e.connectionId}, ${e.processId}, ${e.inUse}, ${e.want}, ${e.isHealthy}, ${e.isForced})`)
  if (!row) throw new Error('llm_exchange returned no row')
  return row
}

const maxFailures = 5

/**
 * Counts a failure. The circuit opens at the fifth in a row, for ten seconds, and for longer each time that its probe
 * fails. Calls that were in progress when it opened change nothing. Returns when it opened, if this call did it.
 */
export const recordFailure = async (db: Db, connectionId: string, reason: string): Promise<string | null> =>
  (
    await db.row<{ openedAt: string | null }>(sql`
      with before as (select * from llm_gates where connection_id = ${connectionId} for update)
      update llm_gates g set
        failures = b.failures + 1,
        reason = case when b.opened_at is null or b.probe_until is not null then ${reason} else b.reason end,
        opened_at = case when b.failures + 1 >= ${maxFailures}::int then coalesce(b.opened_at, now()) end,
        openings = case when b.failures + 1 >= ${maxFailures}::int and (b.opened_at is null or b.probe_until is not null)
          then b.openings + 1 else b.openings end,
        retry_at = case when b.failures + 1 < ${maxFailures}::int then null
          when b.opened_at is null or b.probe_until is not null
          then now() + least(300, 10 * 2 ^ least(b.openings, 10)) * interval '1 second' else b.retry_at end,
        probe_until = null
      from before b where g.connection_id = b.connection_id
      returning case when b.opened_at is null then g.opened_at end as "openedAt"`)
  )?.openedAt ?? null

/** No process calls the connection before the time that the provider asked for. */
export const pauseGate = (db: Db, connectionId: string, ms: number) =>
  db.run(sql`
    update llm_gates
    set paused_until = greatest(coalesce(paused_until, '-infinity'), now() + ${ms}::float8 * interval '1 millisecond')
    where connection_id = ${connectionId}`)

/** The call that probed the provider ended without a result: another one may probe it. */
export const clearProbe = (db: Db, connectionId: string) =>
  db.run(sql`
    update llm_gates set probe_until = null where connection_id = ${connectionId} and probe_until is not null`)
