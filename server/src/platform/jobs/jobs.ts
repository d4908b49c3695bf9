import type pg from 'pg'
import { waitAtMost } from '../concurrency/time.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import { type AnyJob, type CronItem, jobsByName } from './define-job.ts'
import type { Heartbeat } from './heartbeat.ts'
import { releaseWorker } from './jobs.store.ts'
import type { JobDone } from './run-job.ts'
import { runWorkerPools, type Worker } from './run-worker-pools.ts'

export type JobsOptions = {
  /** Used by the library: at least five connections. */
  pool: pg.Pool
  /** Used by the jobs. */
  db: Database
  log: Log
  heartbeat: Heartbeat
  tasks: readonly AnyJob[]
  cron?: readonly CronItem[]
  /** How many jobs run at once in this process. */
  concurrency?: number
  onJobDone?: (done: JobDone) => void
}

export type Jobs = {
  /** Starts working; retries while the database is unavailable. */
  start(): Promise<void>
  /** Gives running jobs `graceMs` to finish, aborts the rest and releases them to other processes. */
  stop(options?: { graceMs?: number }): Promise<void>
}

const releaseTimeoutMs = 3_000

/** Runs jobs in a process with the role `worker`. */
export function createJobs(options: JobsOptions): Jobs {
  const { db, log, heartbeat, tasks, cron = [], concurrency = 50 } = options
  const work = { ...options, jobs: jobsByName(tasks, cron), cron, concurrency }
  const stopping = new AbortController()
  const { signal } = stopping
  const worker: Worker = {}
  let working: Promise<void> | undefined

  // If this fails, the id belongs to no process: the sweep releases its jobs later.
  const release = (workerId: string) =>
    releaseWorker(db, workerId).catch((err) => void log.warn({ err, workerId }, 'failed to release jobs'))

  async function releaseJobs() {
    const jobs = worker.current && (await release(worker.current.workerId))
    if (jobs) log.info({ jobs }, 'released unfinished jobs')
    await heartbeat.setWorkerIds([])
  }

  heartbeat.onLost(() => worker.current?.abandon())

  return {
    async start() {
      if (working || !work.jobs.size) return
      const attempted = Promise.withResolvers<void>()
      working = runWorkerPools({ ...work, worker, signal, release, onAttempted: attempted.resolve })
      await attempted.promise
    },
    async stop({ graceMs = 10_000 } = {}) {
      if (signal.aborted) return
      stopping.abort()
      await worker.current?.stop(graceMs)
      // While the database is unavailable nothing can be released: the sweep of another process does it later.
      await waitAtMost(working?.then(releaseJobs), releaseTimeoutMs)
    },
  }
}
