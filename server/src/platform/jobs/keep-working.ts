import { pause } from '../concurrency/time.ts'
import type { Log } from '../log/log.ts'
import type { Heartbeat } from './heartbeat.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'
import type { WorkOptions } from './worker-settings.ts'

const firstPauseMs = 100
const longestPauseMs = 5_000
const healthyMs = 10_000

export type Worker = { current?: WorkerPool }

type Options = WorkOptions & {
  heartbeat: Heartbeat
  log: Log
  worker: Worker
  signal: AbortSignal
  /** The first pool is open, or could not be opened: another try follows. */
  onTried: () => void
  release: (workerId: string) => Promise<unknown>
}

async function liveOnce({ worker, signal, heartbeat, log, onTried, release, ...work }: Options) {
  const epoch = heartbeat.processId
  try {
    const pool = await openWorkerPool({ ...work, log, heartbeat })
    worker.current = pool
    onTried()
    if (signal.aborted || heartbeat.processId !== epoch) pool.abandon()
    else log.info({ workerId: pool.workerId }, 'the worker pool is open')
    await pool.ended
    if (signal.aborted) return
    log.warn({ workerId: pool.workerId }, 'the worker pool has ended, another follows')
    await release(pool.workerId)
  } catch (err) {
    log.warn({ err }, 'the worker pool did not open')
    onTried()
  }
}

/** Opens a pool whenever there is none, slower each time if they do not last. */
export async function keepWorking(options: Options) {
  const { signal } = options
  for (let pauseMs = firstPauseMs; !signal.aborted; ) {
    const began = performance.now()
    await liveOnce(options)
    const lasted = performance.now() - began > healthyMs
    pauseMs = lasted ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs)
    await pause(pauseMs, signal)
  }
}
