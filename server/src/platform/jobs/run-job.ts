import type { JobHelpers } from 'graphile-worker'
import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import type { AnyJob } from './define-job.ts'

export type JobDone = { task: string; ms: number; ok: boolean }

export type Running = Map<AbortController, Promise<void>>

type Options = { db: Database; log: Log; onJobDone?: ((done: JobDone) => void) | undefined }

// Neither success nor failure: who cut the job short gives it back, without blame and without delay.
const never = () => new Promise<void>(() => undefined)

/** A job as the library calls it. */
export function taskOf(job: AnyJob, { db, log, onJobDone }: Options, running: Running) {
  return async (payload: unknown, { job: row }: JobHelpers): Promise<void> => {
    const started = performance.now()
    const lastAttempt = row.attempts >= row.max_attempts
    const about = { jobId: String(row.id), task: job.name, attempt: row.attempts }
    const cut = new AbortController()
    const context = { signal: cut.signal, lastAttempt, db, log: log.child(about), ...about }
    const done = (ok: boolean) => onJobDone?.({ task: job.name, ms: performance.now() - started, ok })
    // What was added as this job's payload comes back as JSON.
    const run = (async () => job.run(payload as never, context))()
    running.set(cut, run)
    try {
      await run
      done(true)
    } catch (error) {
      if (cut.signal.aborted) {
        log.info(about, 'job cut short')
        return await never()
      }
      log[lastAttempt ? 'error' : 'warn']({ ...about, lastAttempt, err: error }, 'job failed')
      done(false)
      throw error
    } finally {
      running.delete(cut)
    }
  }
}
