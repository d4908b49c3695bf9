import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'

export type JobContext = {
  /** Aborted when this process stops or lost its jobs to others: do not write anything after that. */
  signal: AbortSignal
  jobId: string
  /** 1 on the first run. A run interrupted by a crash counts, one interrupted by a graceful stop does not. */
  attempt: number
  lastAttempt: boolean
  log: Log
  db: Database
}

// Objects only: the library would merge an array with that of a pending job with the same key.
export type Payload = Record<string, unknown>

export type Job<P> = {
  readonly name: string
  readonly run: (payload: P, context: JobContext) => Promise<void>
  /** 25 by default. With 1, a crash during the run ends the job. */
  readonly maxAttempts?: number
  /** Jobs of one queue run one after the other, across all processes. Use few names: each fetch checks all of them. */
  readonly queue?: string
}

/** A job with any payload: `addJob` has checked what a registry passes to it. */
export type AnyJob = Job<never>

/** Defines background work that runs at least once: `run` must be safe to repeat after a crash. */
export const defineJob = <P extends Payload>(name: string, job: Omit<Job<P>, 'name'>): Job<P> => ({
  name,
  ...job,
})

/** Adds a job at fixed times (UTC), once across all processes. */
export type CronItem = {
  readonly job: AnyJob
  /** Minute, hour, day, month, weekday: `0 3 * * *`. */
  readonly schedule: string
  readonly payload?: Payload
  /** A time that was missed because no process ran is caught up at the next start if it is no older than this. */
  readonly catchUpMs?: number
}

/** Indexes the jobs of this process by name and rejects duplicates. */
export function jobsByName(jobs: readonly AnyJob[], cron: readonly CronItem[]): Map<string, AnyJob> {
  const byName = new Map<string, AnyJob>()
  for (const job of [...jobs, ...cron.map((item) => item.job)]) {
    const known = byName.get(job.name)
    if (known && known !== job) throw new Error(`two jobs are named ${job.name}`)
    byName.set(job.name, job)
  }
  return byName
}
