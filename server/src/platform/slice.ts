import type { Binding } from './http/call.ts'
import type { AnyJob, CronItem } from './jobs/define-job.ts'
import type { Retention } from './jobs/retention.ts'

/** Long-running work of a process with the role `worker`, beside its jobs. */
export type Worker = {
  start(): void
  /** Hands unfinished work to other processes. */
  stop(): Promise<void>
}

/** What every domain gives to the process that runs it. */
export type Slice = {
  routes: readonly Binding[]
  jobs?: readonly AnyJob[]
  cron?: readonly CronItem[]
  retention?: readonly Retention[]
  worker?: Worker
  /** Called once routes, workers and jobs have stopped, while the database is still open. */
  close?(): void | Promise<void>
}
