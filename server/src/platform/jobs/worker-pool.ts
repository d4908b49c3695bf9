import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type WorkerPool as GraphilePool, type Runner, run, type WorkerEvents } from 'graphile-worker'
import { waitAtMost } from '../concurrency/time.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Running } from './run-job.ts'
import { type WorkOptions, workerSettings } from './worker-settings.ts'

export type WorkerPool = {
  readonly workerId: string
  /** Resolves when the pool has stopped for any reason. */
  readonly ended: Promise<void>
  /** Claims no more jobs, gives the running ones `graceMs` to finish, then aborts them. */
  stop(graceMs: number): Promise<void>
  /** Stops at once: others have taken over its jobs. */
  abandon(): void
}

// How long an aborted job may take to end.
const abortTimeoutMs = 1_000
// Longer than the library batches finished jobs.
const flushMs = 50
const ignore = () => undefined

type Parts = { runner: Runner; events: WorkerEvents; gateway: Gateway; running: Running; workerId: string }

function supervise({ runner, events, gateway, running, workerId }: Parts): WorkerPool {
  const ended = Promise.withResolvers<void>()
  let isStopping = false
  const abortJobs = () => {
    for (const controller of running.keys()) controller.abort()
  }
  const abandon = () => {
    isStopping = true
    gateway.close()
    abortJobs()
    void runner.stop().catch(ignore)
    ended.resolve()
  }
  // On an unknown error the library shuts down, and then waits for all running jobs, possibly forever.
  events.on('pool:gracefulShutdown', () => isStopping || abandon())
  void runner.promise.finally(ended.resolve).catch(ignore)

  return {
    workerId,
    ended: ended.promise,
    abandon,
    async stop(graceMs) {
      isStopping = true
      const stopped = runner.stop().catch(ignore)
      await waitAtMost(stopped, graceMs)
      if (running.size) {
        abortJobs()
        await waitAtMost(Promise.allSettled(running.values()), abortTimeoutMs)
        await sleep(flushMs)
      }
      await waitAtMost(gateway.settled(), abortTimeoutMs)
      gateway.close()
      ended.resolve()
    },
  }
}

/** Opens one graphile-worker pool, under one worker id. */
export async function openWorkerPool(options: WorkOptions & { heartbeat: Heartbeat }): Promise<WorkerPool> {
  const { db, heartbeat, pool } = options
  const running: Running = new Map()
  const events: WorkerEvents = new EventEmitter()
  let graphilePool: GraphilePool | undefined
  const onQueueFree = () => graphilePool?.nudge(1)
  const gateway = createGateway({ pool, db, confirmed: heartbeat.confirmed, onQueueFree })
  events.on('pool:create', ({ workerPool }) => {
    graphilePool = workerPool
    gateway.setWorker(workerPool.id, heartbeat.setWorkerIds([workerPool.id]))
  })
  const runner = await run(workerSettings({ ...options, pool: gateway.pool }, running, events))
  if (!graphilePool) throw new Error('graphile-worker did not emit its pool')
  return supervise({ runner, events, gateway, running, workerId: graphilePool.id })
}
