import type { JobHelpers } from 'graphile-worker'
import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import type { AnyJob } from './define-job.ts'

export type JobDone = { task: string; ms: number; ok: boolean }

export type Running = Map<AbortController, Promise<void>>

type Options = { db: Database; log: Log; onJobDone?: ((done: JobDone) => void) | undefined }

// Neither success nor failure: whoever aborted the job releases it without counting the attempt.
const never = () => new Promise<void>(() => undefined)

/** Wraps a job as a task of the library. */
export function taskOf(job: AnyJob, { db, log, onJobDone }: Options, running: Running) {
  return async (payload: unknown, { job: row }: JobHelpers): Promise<void> => {
    const startedAt = performance.now()
    const lastAttempt = row.attempts >= row.max_attempts
    const attributes = { jobId: String(row.id), task: job.name, attempt: row.attempts }
    const abort = new AbortController()
    const context = { signal: abort.signal, lastAttempt, db, log: log.child(attributes), ...attributes }
    const done = (ok: boolean) => onJobDone?.({ task: job.name, ms: performance.now() - startedAt, ok })
    // `addJob` checked the payload; it comes back as JSON.
    const run = (async () => job.run(payload as never, context))()
    running.set(abort, run)
    try {
      await run
      done(true)
    } catch (error) {
      if (abort.signal.aborted) {
        log.info(attributes, 'job aborted')
        return await never()
      }
      log[lastAttempt ? 'error' : 'warn']({ ...attributes, lastAttempt, err: error }, 'job failed')
      done(false)
      throw error
    } finally {
      running.delete(abort)
    }
  }
}
