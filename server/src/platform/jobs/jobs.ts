import type pg from 'pg'
import { waitAtMost } from '../concurrency/time.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import { type AnyJob, type CronItem, jobsByName } from './define-job.ts'
import type { Heartbeat } from './heartbeat.ts'
import { releaseWorker } from './jobs.store.ts'
import { keepWorking, type Worker } from './keep-working.ts'
import type { JobDone } from './run-job.ts'

export type JobsOptions = {
  /** For the library: at least five connections. */
  pool: pg.Pool
  /** For the jobs. */
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
  /** Begins to work; a database that is away is waited for. */
  start(): Promise<void>
  /** Leaves running jobs `graceMs` to end, cuts the rest short and gives them to others at once. */
  stop(options?: { graceMs?: number }): Promise<void>
}

const awayMs = 3_000

/** The work of a process with the role `worker`. */
export function createJobs(options: JobsOptions): Jobs {
  const { db, log, heartbeat, tasks, cron = [], concurrency = 50 } = options
  const work = { ...options, jobs: jobsByName(tasks, cron), cron, concurrency }
  const stopping = new AbortController()
  const { signal } = stopping
  const worker: Worker = {}
  let working: Promise<void> | undefined

  // If it fails, the id is one that no process has: the watch frees it later.
  const release = (workerId: string) =>
    releaseWorker(db, workerId).catch((err) => void log.warn({ err, workerId }, 'jobs not given back'))

  async function giveBack() {
    const jobs = worker.current && (await release(worker.current.workerId))
    if (jobs) log.info({ jobs }, 'gave back the jobs that had not ended')
    await heartbeat.setWorkerIds([])
  }

  heartbeat.onLost(() => worker.current?.abandon())

  return {
    async start() {
      if (working || !work.jobs.size) return
      const tried = Promise.withResolvers<void>()
      working = keepWorking({ ...work, worker, signal, release, onTried: tried.resolve })
      await tried.promise
    },
    async stop({ graceMs = 10_000 } = {}) {
      if (signal.aborted) return
      stopping.abort()
      await worker.current?.stop(graceMs)
      // While the database is away there is nobody to give back to: the watch of another process frees them.
      await waitAtMost(working?.then(giveBack), awayMs)
    },
  }
}
