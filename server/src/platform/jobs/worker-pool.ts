import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type WorkerPool as Crew, type Runner, run, type WorkerEvents } from 'graphile-worker'
import { waitAtMost } from '../concurrency/time.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Running } from './run-job.ts'
import { type WorkOptions, workerSettings } from './worker-settings.ts'

export type WorkerPool = {
  readonly workerId: string
  /** Answers when it works no longer, whoever ended it. */
  readonly ended: Promise<void>
  /** Takes no more jobs, leaves the running ones `graceMs` to end, then cuts them short. */
  stop(graceMs: number): Promise<void>
  /** Ends at once: others have its jobs. */
  abandon(): void
}

// How long a job that was told to end may take to do so.
const cutMs = 1_000
// Longer than the library gathers finished jobs before it says so.
const flushMs = 50
const ignore = () => undefined

type Parts = { runner: Runner; events: WorkerEvents; gateway: Gateway; running: Running; workerId: string }

function supervise({ runner, events, gateway, running, workerId }: Parts): WorkerPool {
  const ended = Promise.withResolvers<void>()
  let stopping = false
  const cutShort = () => {
    for (const cut of running.keys()) cut.abort()
  }
  const abandon = () => {
    stopping = true
    gateway.close()
    cutShort()
    void runner.stop().catch(ignore)
    ended.resolve()
  }
  // The library gives up on a fault that it does not understand. It then waits for all that runs, or for ever.
  events.on('pool:gracefulShutdown', () => stopping || abandon())
  void runner.promise.finally(ended.resolve).catch(ignore)

  return {
    workerId,
    ended: ended.promise,
    abandon,
    async stop(graceMs) {
      stopping = true
      const stopped = runner.stop().catch(ignore)
      await waitAtMost(stopped, graceMs)
      if (running.size) {
        cutShort()
        await waitAtMost(Promise.allSettled(running.values()), cutMs)
        await sleep(flushMs)
      }
      await waitAtMost(gateway.settled(), cutMs)
      gateway.close()
      ended.resolve()
    },
  }
}

/** One life of graphile-worker's pool, under one worker id. */
export async function openWorkerPool(options: WorkOptions & { heartbeat: Heartbeat }): Promise<WorkerPool> {
  const { db, heartbeat, pool } = options
  const running: Running = new Map()
  const events: WorkerEvents = new EventEmitter()
  let crew: Crew | undefined
  const onQueueFree = () => crew?.nudge(1)
  const gateway = createGateway({ pool, db, confirmed: heartbeat.confirmed, onQueueFree })
  events.on('pool:create', ({ workerPool }) => {
    crew = workerPool
    gateway.admit(workerPool.id, heartbeat.setWorkerIds([workerPool.id]))
  })
  const runner = await run(workerSettings({ ...options, pool: gateway.pool }, running, events))
  if (!crew) throw new Error('graphile-worker no longer tells of its pool')
  return supervise({ runner, events, gateway, running, workerId: crew.id })
}
