import { setTimeout as sleep } from 'node:timers/promises'
import { RunOwnershipLost } from '../../../engine/index.ts'
import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import { createMutex } from '../../../platform/concurrency/mutex.ts'
import { pause } from '../../../platform/concurrency/time.ts'
import { createWakeup } from '../../../platform/concurrency/wakeup.ts'
import type { Database } from '../../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../../platform/db/faults.ts'
import { type Listener, startListener } from '../../../platform/db/listen.ts'
import type { Heartbeat } from '../../../platform/jobs/heartbeat.ts'
import type { Log } from '../../../platform/log/log.ts'
import { claimRuns } from './claim-runs.ts'
import { endRuns, type FinishedRun } from './run-end.store.ts'
import { type RunOneDeps, type RunState, runOne } from './run-one.ts'
import { channel, findNextWake, type OwnedRun, releaseRuns } from './runs.store.ts'

export type RunnerDeps = Omit<RunOneDeps, 'end'> & {
  databaseUrl: string
  heartbeat: Heartbeat
  log: Log
  /** How many runs of one workflow may be under way, unless it says otherwise. */
  defaultConcurrency: number
  /** Starts what has become due by the clock; called every second. */
  startDue(): Promise<unknown>
}

export type Runner = {
  start(): void
  /** Runs that were made this process's own when they were made. */
  accept(runs: { run: OwnedRun; state: RunState }[]): void
  /** How many more fit. */
  freeSlots(): number
  nudge(): void
  /** Counts a workflow's room, and takes of it, while nobody else of this process does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  stop(graceMs?: number): Promise<void>
}

const maxActiveRuns = 300
const pollMs = 1_000
const startBatchSize = 8
const endBatchDelayMs = 5

/** Works on runs: those handed over, those that nobody has, those whose time has come, those of the dead. */
export function createRunner(deps: RunnerDeps): Runner {
  const { db, heartbeat, log } = deps
  // Emptied when it is over: the old tables of a Map would hold on to all that a run had in hand.
  const active = new Map<string, { cut?: AbortController }>()
  const stopping = new AbortController()
  const wakeup = createWakeup()
  const waiting: { run: OwnedRun; state: RunState }[] = []
  let strays = false
  let clockAt = 0
  let isMoreOpen = false
  const nudge = () => wakeup.wake(true)
  const exclusively = createMutex()

  const endBatch = createBatcher<FinishedRun, boolean>(
    async (ended) => {
      const done = new Set((await endRuns(db, deps.processId(), ended)).map(({ id }) => id))
      return ended.map(({ id }) => done.has(id))
    },
    { maxBatch: 500, maxInFlight: 1, delayMs: endBatchDelayMs },
  )

  async function work(run: OwnedRun, state: RunState) {
    const cut = new AbortController()
    const mine: { cut?: AbortController } = { cut }
    active.set(run.id, mine)
    try {
      await runOne({ ...deps, end: endBatch }, run, state, cut)
    } catch (error) {
      if (error instanceof RunOwnershipLost || stopping.signal.aborted) return
      // It is still ours, and nobody works on it: taken up again from what is recorded.
      strays = true
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, executionId: run.id }, 'a run was interrupted')
    } finally {
      active.delete(run.id)
      delete mine.cut
      if (isMoreOpen || active.size === maxActiveRuns - 1) nudge()
    }
  }

  // Callers are answered first, and new calls are heard between a few runs and the next.
  function workSome() {
    for (const { run, state } of waiting.splice(0, startBatchSize)) void work(run, state)
    if (waiting.length > 0) setImmediate(workSome)
  }

  async function look() {
    const room = maxActiveRuns - active.size - waiting.length
    if (room <= 0) return false
    await heartbeat.confirmed()
    if (performance.now() - clockAt >= pollMs) {
      clockAt = performance.now()
      await deps.startDue()
    }
    const known = strays ? [...active.keys(), ...waiting.map(({ run }) => run.id)] : undefined
    const { claimed, isLeft } = await claimRuns({ ...deps, exclusively }, room, known)
    if (known) strays = false
    isMoreOpen = isLeft
    for (const { run, state } of claimed) void work(run, state)
    return claimed.length >= room
  }

  async function waitForWork() {
    const next = (await findNextWake(db))?.inMs
    const ms = Math.min(pollMs, Math.max(20, next ?? pollMs))
    await wakeup.wait(ms, stopping.signal)
  }

  async function keepLooking() {
    while (!stopping.signal.aborted) {
      try {
        if (!(await look())) await waitForWork()
      } catch (error) {
        strays = true
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'no look at the waiting runs')
        await pause(500, stopping.signal)
      }
    }
  }

  const onNotification = (payload: string) => {
    if (payload) active.get(payload)?.cut?.abort(new RunOwnershipLost('cancelled'))
    else nudge()
  }
  let looking: Promise<void> | undefined
  let listener: Listener | undefined
  heartbeat.onLost(() => {
    for (const { cut } of active.values()) cut?.abort(new RunOwnershipLost())
  })

  return {
    nudge,
    exclusively,
    freeSlots: () => (looking && !stopping.signal.aborted ? maxActiveRuns - active.size - waiting.length : 0),
    accept: (runs) => {
      for (const one of runs) waiting.push(one)
      if (waiting.length === runs.length && runs.length > 0) setImmediate(workSome)
    },
    start() {
      listener = startListener({ url: deps.databaseUrl, channel, onNotification, onListening: nudge, log })
      looking = keepLooking()
    },
    async stop(graceMs = 5_000) {
      if (!looking) return
      stopping.abort()
      const until = performance.now() + graceMs
      while (active.size + waiting.length > 0 && performance.now() < until) await sleep(20)
      waiting.length = 0
      for (const { cut } of active.values()) cut?.abort(new RunOwnershipLost())
      await Promise.all([looking, listener?.stop()])
      await releaseRuns(db as Database, deps.processId()).catch(() => undefined)
    },
  }
}
