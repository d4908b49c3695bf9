import type { Db } from '../db/database.ts'
import { type CronItem, defineJob } from './define-job.ts'
import { deleteFailedJobs } from './jobs.store.ts'

export type Retention = {
  /** What is kept for a time only: `audit`. */
  name: string
  /** At most a few times a day: a missed one is made up for. */
  schedule: string
  /** Deletes at most `batch` rows and tells how many: in small steps, so that nobody waits for long. */
  run: (db: Db, batch: number) => Promise<number>
  batch?: number
  /** What is left after that long waits for the next time. */
  longestMs?: number
}

const dayMs = 86_400_000

/** Deletes what has had its time, in batches until none is left. */
export function defineRetention({
  name,
  schedule,
  run,
  batch = 1_000,
  longestMs = 300_000,
}: Retention): CronItem {
  const job = defineJob(`retention.${name}`, {
    maxAttempts: 5,
    run: async (_payload, { db, log, signal }) => {
      const until = performance.now() + longestMs
      let rows = 0
      for (let last = batch; last >= batch; rows += last) {
        if (signal.aborted || performance.now() > until) {
          log.warn({ rows }, 'retention ended before all was deleted')
          return
        }
        last = await run(db, batch)
      }
      if (rows) log.info({ rows }, 'retention')
    },
  })
  return { job, schedule, catchUpMs: dayMs }
}

/** Jobs that failed for good, kept a month for whoever asks why. */
export const failedJobsRetention: Retention = {
  name: 'failed-jobs',
  schedule: '40 3 * * *',
  run: deleteFailedJobs,
}
