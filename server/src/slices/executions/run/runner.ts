import { setTimeout as sleep } from 'node:timers/promises'
import { RunOwnershipLost } from '../../../engine/index.ts'
import { hasRequests, restForRequests } from '../../../platform/concurrency/background-turns.ts'
import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import { pause } from '../../../platform/concurrency/time.ts'
import { createWakeup } from '../../../platform/concurrency/wakeup.ts'
import type { Database } from '../../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../../platform/db/faults.ts'
import { type Listener, startListener } from '../../../platform/db/listen.ts'
import type { Heartbeat } from '../../../platform/jobs/heartbeat.ts'
import { claimRuns } from './claim-runs.ts'
import { maxCrashes } from './orphans.store.ts'
import { endRuns, type FinishedRun } from './run-end.store.ts'
import { type RunOneDeps, type RunState, runOne } from './run-one.ts'
import { channel, findNextWake, type OwnedRun, releaseRuns } from './runs.store.ts'
import { createStepBatches } from './step-batches.ts'
import { createSuspects } from './suspects.ts'

export type RunnerDeps = Omit<RunOneDeps, 'end' | 'batches'> & {
  databaseUrl: string
  heartbeat: Heartbeat
  /** Limit of concurrent runs for workflows that set none. */
  defaultConcurrency: number
  /** Starts the runs that schedules or resumed workflows have made due; called every second. */
  startDue(): Promise<unknown>
}

export type Runner = {
  start(): void
  /** Takes runs that were inserted with this process as their owner. */
  accept(runs: { run: OwnedRun; state: RunState }[]): void
  /**
   * Inserts runs. The process may own `freeSlots` of them from the start: none while runs are being claimed, since both
   * would count the same free slots of a workflow. So a call never waits for claims, and claims wait for it.
   */
  insertRuns<T>(count: number, insert: (freeSlots: number) => Promise<T>): Promise<T>
  nudge(): void
  /** Whether runs wait to be claimed. */
  hasBacklog(): boolean
  stop(graceMs?: number): Promise<void>
}

const maxActiveRuns = 300
// The rest is for other members. Webhook calls that start at once leave it free as well: claims take members in turn.
const maxPerMember = 200
const pollMs = 1_000
const startBatchSize = 8
/**
 * A few at a time while there are requests: what is claimed together is computed and written together. Twice as many as
 * have come since the last claim, if that is more, so that a backlog never grows only because of this.
 */
const minClaimBesideRequests = 8
const endBatchDelayMs = 5

/** Runs accepted runs, and claims those that have no owner, are due, or whose owner is dead. */
export function createRunner(deps: RunnerDeps): Runner {
  const { db, heartbeat, log } = deps
  // Each entry is emptied when its run ends (docs/decisions/2026-11-15-release-finished-runs.md).
  const active = new Map<string, { abort?: AbortController }>()
  const stopping = new AbortController()
  const wakeup = createWakeup()
  /** Runs that this process owns and has not started yet. */
  const starting: { run: OwnedRun; state: RunState }[] = []
  let hasStrays = false
  let scheduledAtMs = 0
  let hasMoreOpen = false
  const nudge = () => wakeup.wake(true)
  const suspects = createSuspects()
  let isClaiming = false
  /** Since the last claim. */
  let insertedCount = 0
  /** The insert of runs that this process owns from the start. */
  let inserting: Promise<unknown> | undefined
  async function whileNothingIsInserted<T>(claim: () => Promise<T>): Promise<T> {
    isClaiming = true
    try {
      await inserting
      return await claim()
    } finally {
      isClaiming = false
    }
  }

  const endBatch = createBatcher<FinishedRun, boolean>(
    async (finished) => {
      const ended = new Set((await endRuns(db, deps.processId(), finished)).map(({ id }) => id))
      return finished.map(({ id }) => ended.has(id))
    },
    { maxBatch: 500, maxInFlight: 1, delayMs: endBatchDelayMs, rest: restForRequests },
  )

  const runDeps = { ...deps, end: endBatch, batches: createStepBatches(db) }

  async function work(run: OwnedRun, state: RunState) {
    const abort = new AbortController()
    const entry: { abort?: AbortController } = { abort }
    active.set(run.id, entry)
    try {
      await runOne(runDeps, run, state, abort)
    } catch (error) {
      if (error instanceof RunOwnershipLost || stopping.signal.aborted) return
      // This process still owns the run but no longer works on it: reclaim it and resume from the recorded steps.
      hasStrays = true
      if (!isDatabaseUnavailable(error)) log.error({ err: error, executionId: run.id }, 'run interrupted')
    } finally {
      active.delete(run.id)
      delete entry.abort
      const hasMoreOrphans = suspects.remove(run.id) || run.crashes >= maxCrashes
      if (hasMoreOrphans || hasMoreOpen || active.size === maxActiveRuns - 1) nudge()
    }
  }

  // Starts a few runs per turn of the event loop, so that callers get their replies first and new calls are read.
  function startSome() {
    for (const { run, state } of starting.splice(0, startBatchSize)) void work(run, state)
    if (starting.length > 0) setImmediate(startSome)
  }
  function startInTurns(runs: { run: OwnedRun; state: RunState }[]) {
    for (const one of runs) starting.push(one)
    if (starting.length === runs.length && runs.length > 0) setImmediate(startSome)
  }

  async function poll() {
    const free = maxActiveRuns - active.size - starting.length
    if (free <= 0) return false
    const slots = hasRequests() ? Math.min(free, Math.max(minClaimBesideRequests, 2 * insertedCount)) : free
    insertedCount = 0
    await heartbeat.confirmed()
    if (performance.now() - scheduledAtMs >= pollMs) {
      scheduledAtMs = performance.now()
      await deps.startDue()
    }
    const known = hasStrays ? [...active.keys(), ...starting.map(({ run }) => run.id)] : undefined
    // Before the claim: a run that is interrupted meanwhile is still among the known ones.
    hasStrays = false
    const startedAt = performance.now()
    const { claimed, hasMore } = await claimRuns(
      { ...deps, maxPerMember, suspects, whileNothingIsInserted },
      slots,
      known,
    )
    // With all slots used, more of them may be left.
    if (known && claimed.length >= slots) hasStrays = true
    hasMoreOpen = hasMore
    startInTurns(claimed)
    await restForRequests(performance.now() - startedAt)
    return claimed.length >= slots
  }

  async function waitForWork() {
    if (wakeup.isPending()) return void (await wakeup.wait(0, stopping.signal))
    const nextMs = (await findNextWake(db))?.inMs
    const ms = Math.min(pollMs, Math.max(20, nextMs ?? pollMs))
    await wakeup.wait(ms, stopping.signal)
  }

  async function pollUntilStopped() {
    while (!stopping.signal.aborted) {
      try {
        if (!(await poll())) await waitForWork()
      } catch (error) {
        hasStrays = true
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'failed to claim runs')
        await pause(500, stopping.signal)
      }
    }
  }

  const onNotification = (payload: string) => {
    if (payload) active.get(payload)?.abort?.abort(new RunOwnershipLost('cancelled'))
    else nudge()
  }
  let polling: Promise<void> | undefined
  let listener: Listener | undefined
  heartbeat.onLost(() => {
    for (const { abort } of active.values()) abort?.abort(new RunOwnershipLost())
  })

  return {
    nudge,
    hasBacklog: () => hasMoreOpen,
    insertRuns(count, insert) {
      insertedCount += count
      const isOpen = polling && !stopping.signal.aborted && !isClaiming && !inserting
      const freeSlots = isOpen ? maxPerMember - active.size - starting.length : 0
      const inserted = insert(freeSlots)
      if (freeSlots > 0)
        inserting = inserted
          .catch(() => undefined)
          .then(() => {
            inserting = undefined
          })
      return inserted
    },
    accept: startInTurns,
    start() {
      listener = startListener({ url: deps.databaseUrl, channel, onNotification, onListening: nudge, log })
      polling = pollUntilStopped()
    },
    async stop(graceMs = 5_000) {
      if (!polling) return
      stopping.abort()
      const deadline = performance.now() + graceMs
      while (active.size + starting.length > 0 && performance.now() < deadline) await sleep(20)
      starting.length = 0
      for (const { abort } of active.values()) abort?.abort(new RunOwnershipLost())
      await Promise.all([polling, listener?.stop()])
      await releaseRuns(db as Database, deps.processId()).catch(() => undefined)
    },
  }
}
