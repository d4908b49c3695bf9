import { pause } from '../concurrency/time.ts'
import type { Log } from '../log/log.ts'
import type { Heartbeat } from './heartbeat.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'
import type { WorkOptions } from './worker-settings.ts'

const minBackoffMs = 100
const maxBackoffMs = 5_000
const healthyMs = 10_000

export type Worker = { current?: WorkerPool }

type Options = WorkOptions & {
  heartbeat: Heartbeat
  log: Log
  worker: Worker
  signal: AbortSignal
  /** The first pool opened, or failed to open and will be retried. */
  onAttempted: () => void
  release: (workerId: string) => Promise<unknown>
}

async function runPool({ worker, signal, heartbeat, log, onAttempted, release, ...work }: Options) {
  const epoch = heartbeat.processId
  try {
    const pool = await openWorkerPool({ ...work, log, heartbeat })
    worker.current = pool
    onAttempted()
    if (signal.aborted || heartbeat.processId !== epoch) pool.abandon()
    else log.info({ workerId: pool.workerId }, 'worker pool opened')
    await pool.ended
    if (signal.aborted) return
    log.warn({ workerId: pool.workerId }, 'worker pool ended, opening another')
    await release(pool.workerId)
  } catch (err) {
    log.warn({ err }, 'failed to open the worker pool')
    onAttempted()
  }
}

/** Opens a pool whenever there is none, with a growing back-off while they do not last. */
export async function runWorkerPools(options: Options) {
  const { signal } = options
  for (let backoffMs = minBackoffMs; !signal.aborted; ) {
    const startedAt = performance.now()
    await runPool(options)
    const wasHealthy = performance.now() - startedAt > healthyMs
    backoffMs = wasHealthy ? minBackoffMs : Math.min(2 * backoffMs, maxBackoffMs)
    await pause(backoffMs, signal)
  }
}
