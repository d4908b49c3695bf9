import type { Db } from '../db/database.ts'
import type { Job, Payload } from './define-job.ts'
import { insertJobs, type JobRow } from './jobs.store.ts'

export type JobOptions = {
  /** At most one pending job per key: a second replaces the first. A running job is not pending. */
  key?: string
  runAt?: Date
  queue?: string
  maxAttempts?: number
  /** Smaller runs first; 0 by default. */
  priority?: number
}

type Named<P> = Pick<Job<P>, 'name' | 'queue' | 'maxAttempts'> & Partial<Pick<Job<P>, 'run'>>

const rowOf = <P extends Payload>(job: Named<P>, payload: P, options: JobOptions): JobRow => ({
  identifier: job.name,
  payload,
  queue_name: options.queue ?? job.queue,
  run_at: options.runAt?.toISOString(),
  max_attempts: options.maxAttempts ?? job.maxAttempts,
  job_key: options.key,
  priority: options.priority,
})

// Of two jobs with one key in a statement the last one counts, as if they had been added one after the other.
function lastOfEachKey(rows: JobRow[]): JobRow[] {
  const last = new Map(rows.map((row, i) => [row.job_key ?? i, row]))
  return last.size === rows.length ? rows : [...last.values()]
}

// The library adds nothing if a pending job with that key is claimed at that very moment. On a retry it sees the claim
// and adds a new job.
async function insertAll(db: Db, rows: JobRow[]): Promise<string | undefined> {
  for (let left = rows, attempt = 0; ; attempt++) {
    const added = await insertJobs(db, left)
    const keys = new Set(added.map((job) => job.key))
    left = left.filter((row) => row.job_key !== undefined && !keys.has(row.job_key))
    if (!left.length) return added[0]?.id
    if (attempt === 5) throw new Error(`failed to add the job ${left[0]?.identifier} under its key`)
  }
}

/** Adds a job in the caller's transaction: it runs if and when that commits. Returns the job's id. */
export async function addJob<P extends Payload>(
  db: Db,
  job: Named<P>,
  payload: P,
  options: JobOptions = {},
): Promise<string> {
  const id = await insertAll(db, [rowOf(job, payload, options)])
  if (id === undefined) throw new Error(`failed to add the job ${job.name}`)
  return id
}

/** Adds several jobs of one kind in one statement. */
export async function addJobs<P extends Payload>(
  db: Db,
  job: Named<P>,
  items: readonly ({ payload: P } & JobOptions)[],
): Promise<void> {
  if (!items.length) return
  await insertAll(db, lastOfEachKey(items.map(({ payload, ...options }) => rowOf(job, payload, options))))
}
