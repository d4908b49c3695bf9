import { parseCronItems, type RunnerOptions, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import type { AnyJob, CronItem } from './define-job.ts'
import { graphileLogger } from './graphile-log.ts'
import { type JobDone, type Running, taskOf } from './run-job.ts'

export type WorkOptions = {
  pool: pg.Pool
  db: Database
  log: Log
  jobs: ReadonlyMap<string, AnyJob>
  cron: readonly CronItem[]
  concurrency: number
  onJobDone?: ((done: JobDone) => void) | undefined
}

const cronItemsOf = (cron: readonly CronItem[]) =>
  parseCronItems(
    cron.map(({ job, schedule, payload, catchUpMs = 0 }) => ({
      task: job.name,
      match: schedule,
      identifier: `${job.name} ${schedule}`,
      ...(payload && { payload }),
      options: {
        backfillPeriod: catchUpMs,
        // Caught-up times and pending ones are merged into one job.
        jobKey: `cron ${job.name} ${schedule}`,
        ...(job.maxAttempts !== undefined && { maxAttempts: job.maxAttempts }),
        ...(job.queue !== undefined && { queueName: job.queue }),
      },
    })),
  )

/** The options for graphile-worker. */
export function workerSettings(options: WorkOptions, running: Running, events: WorkerEvents): RunnerOptions {
  const { log, jobs, cron, concurrency } = options
  return {
    // run.ts handles signals.
    noHandleSignals: true,
    taskList: Object.fromEntries([...jobs].map(([name, job]) => [name, taskOf(job, options, running)])),
    parsedCronItems: cronItemsOf(cron),
    pgPool: options.pool,
    preset: {
      worker: {
        events,
        logger: graphileLogger(log),
        schema: 'graphile_worker',
        concurrentJobs: concurrency,
        pollInterval: 1_000,
        // A job in the local queue is not available to idle processes: keep the time short.
        localQueue: { size: Math.max(2, 2 * concurrency), ttl: 2_000 },
        // Without batching the library does not await the statement, and a failed one crashes the process.
        completeJobBatchDelay: 2,
        failJobBatchDelay: 2,
      },
    },
  }
}
