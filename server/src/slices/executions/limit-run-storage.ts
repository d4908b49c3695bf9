import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import { type CronItem, defineJob } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Log } from '../../platform/log/log.ts'
import { notifyQuotaReached } from '../notifications/index.ts'
import { countFinishedRuns, deleteOldestRuns, findMembersAbove } from './run-storage.store.ts'

const batchSize = 100
const maxBatches = 50
const refreshMs = 5_000
/** How long counting rests between its steps, in multiples of their duration. */
const countingRest = 4

/** Counts what is stored and deletes the oldest executions of members above their quota, until a tenth of it is free. */
export async function limitRunStorage(db: Database, live: Live, quotaBytes: number) {
  for (let hasMore = true; hasMore; ) {
    const startedAt = performance.now()
    hasMore = await countFinishedRuns(db)
    if (hasMore) await sleep(countingRest * (performance.now() - startedAt))
  }
  for (const memberId of await findMembersAbove(db, quotaBytes)) {
    const quota = { quota: 'run_data' as const, maxBytes: quotaBytes, link: '/executions' }
    await notifyQuotaReached(db, live, { memberId, ...quota })
    for (let i = 0; i < maxBatches; i++)
      if ((await deleteOldestRuns(db, memberId, Math.floor(quotaBytes * 0.9), batchSize)) === 0) break
  }
}

export const runStorageCron = (live: Live, quotaBytes: number): CronItem => ({
  job: defineJob('executions.storage', {
    maxAttempts: 1,
    run: (_payload, { db }) => limitRunStorage(db, live, quotaBytes),
  }),
  schedule: '*/2 * * * *',
})

/** Knows which members are above their quota, without asking the database for every run. */
export function watchRunStorage({ db, log }: { db: Database; log: Log }, quotaBytes: number) {
  let full: ReadonlySet<string> = new Set()
  const refresh = async () => {
    full = new Set(await findMembersAbove(db, quotaBytes))
  }
  const timer = setInterval(
    () => refresh().catch((error) => log.warn({ err: error }, 'failed to read the stored run data')),
    refreshMs,
  )
  timer.unref()
  return { isFull: (memberId: string) => full.has(memberId), stop: () => clearInterval(timer) }
}
