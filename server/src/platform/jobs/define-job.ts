import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'

export type JobContext = {
  /** Aborted when this process stops or when others have taken its jobs: what is written after that is too late. */
  signal: AbortSignal
  jobId: string
  /** 1 on the first run. A run cut short by a crash counts, one cut short by an orderly stop does not. */
  attempt: number
  lastAttempt: boolean
  log: Log
  db: Database
}

// A list as payload would be merged by the library with a waiting one of the same key: objects only.
export type Payload = Record<string, unknown>

export type Job<P> = {
  readonly name: string
  readonly run: (payload: P, context: JobContext) => Promise<void>
  /** 25 unless told. With 1, a crash in mid-run is the end of the job. */
  readonly maxAttempts?: number
  /** Jobs of one queue run one after the other, over all processes. Few names: each fetch looks at all of them. */
  readonly queue?: string
}

/** Any job, whatever its payload: a registry only hands over what `addJob` checked. */
export type AnyJob = Job<never>

/** Work that is done in the background, at least once: `run` must bear being run again after a crash. */
export const defineJob = <P extends Payload>(name: string, job: Omit<Job<P>, 'name'>): Job<P> => ({
  name,
  ...job,
})

/** Adds a job at fixed times (UTC), once over all processes. */
export type CronItem = {
  readonly job: AnyJob
  /** Minute, hour, day, month, weekday: `0 3 * * *`. */
  readonly schedule: string
  readonly payload?: Payload
  /** A time missed by at most this long, because nothing ran then, is made up for at the next start. */
  readonly catchUpMs?: number
}

/** One list of what runs here; two jobs of one name are a mistake of ours. */
export function jobsByName(jobs: readonly AnyJob[], cron: readonly CronItem[]): Map<string, AnyJob> {
  const byName = new Map<string, AnyJob>()
  for (const job of [...jobs, ...cron.map((item) => item.job)]) {
    const known = byName.get(job.name)
    if (known && known !== job) throw new Error(`Two jobs are named ${job.name}`)
    byName.set(job.name, job)
  }
  return byName
}
