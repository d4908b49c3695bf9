import type { Db } from '../db/database.ts'
import { type CronItem, defineJob } from './define-job.ts'
import { deleteFailedJobs } from './jobs.store.ts'

export type Retention = {
  /** What is deleted: `audit`. */
  name: string
  /** At most a few times a day: a missed run is caught up. */
  schedule: string
  /** Deletes at most `batch` rows and returns how many: small steps keep locks short. */
  run: (db: Db, batch: number) => Promise<number>
  batch?: number
  /** What is left after this time waits for the next run. */
  maxDurationMs?: number
}

const dayMs = 86_400_000

/** Deletes expired rows, in batches until none is left. */
export function defineRetention({
  name,
  schedule,
  run,
  batch = 1_000,
  maxDurationMs = 300_000,
}: Retention): CronItem {
  const job = defineJob(`retention.${name}`, {
    maxAttempts: 5,
    run: async (_payload, { db, log, signal }) => {
      const deadline = performance.now() + maxDurationMs
      let rows = 0
      for (let last = batch; last >= batch; rows += last) {
        if (signal.aborted || performance.now() > deadline) {
          log.warn({ rows }, 'retention stopped before everything was deleted')
          return
        }
        last = await run(db, batch)
      }
      if (rows) log.info({ rows }, 'retention')
    },
  })
  return { job, schedule, catchUpMs: dayMs }
}

/** Permanently failed jobs are kept for a month, for diagnosis. */
export const failedJobsRetention: Retention = {
  name: 'failed-jobs',
  schedule: '40 3 * * *',
  run: deleteFailedJobs,
}
