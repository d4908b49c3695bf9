import { restForRequests } from '../../platform/concurrency/background-turns.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { findBatchEnd, findSettledUntil, lockProgress, type Source, storeProgress } from './progress.store.ts'
import { closeDays, countAi, countExecutions, countJournal, countMail, type Span } from './roll-up.store.ts'

// Bounds the time and memory of one transaction when there is much to catch up with.
const maxBatch = 2_000

const counters: Record<Source, (db: Db, span: Span) => Promise<unknown>> = {
  executions: async (db, span) => {
    await countExecutions(db, span)
    await closeDays(db, span.until)
  },
  journal: countJournal,
  mail: countMail,
  ai: countAi,
}

/** Counts one batch; the figures and the progress commit together. Returns whether there is more. */
export const countBatch = (db: Database, source: Source, batch: number) =>
  db.transaction(async (tx) => {
    const since = await lockProgress(tx, source)
    const settled = await findSettledUntil(tx)
    if (settled <= since) return false
    const until = await findBatchEnd(tx, source, since, settled, batch)
    await counters[source](tx, { since, until })
    await storeProgress(tx, source, until)
    return until < settled
  })

const allSources: readonly Source[] = ['executions', 'journal', 'mail', 'ai']

/** Counts everything that was recorded since the last time, with rests while requests come. */
export async function rollUp(db: Database, signal?: AbortSignal, batch = maxBatch, sources = allSources) {
  for (const source of sources)
    while (!signal?.aborted) {
      const startedAt = performance.now()
      if (!(await countBatch(db, source, batch))) break
      await restForRequests(performance.now() - startedAt)
    }
}
