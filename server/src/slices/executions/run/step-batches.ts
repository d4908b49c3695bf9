import { type Data, RunOwnershipLost, type StepRecord } from '../../../engine/index.ts'
import { restForRequests } from '../../../platform/concurrency/background-turns.ts'
import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import {
  isDatabaseUnavailable,
  isDeadlock,
  isLockTimeout,
  isStatementTimeout,
} from '../../../platform/db/faults.ts'
import { markShared, NeedsOwnTransaction } from '../../../platform/db/shared-transaction.ts'
import { packSteps } from '../pack-steps.ts'
import { fenceRuns, type OwnedRun, recordFenced, recordSteps, type StepsOfRun } from './runs.store.ts'

/** One period in which this process owns a run. */
export type RunAttempt = {
  run: OwnedRun
  owner: string
  startedAt: string
  nextPart: number
  triggerData: Data
}

/** An effect, and the steps to record with it. May be called again after a rollback. */
export type EffectWork = (tx: Db) => Promise<StepRecord[]>
type EffectOptions = {
  /** What must not share a transaction with another of the same name; null shares with all, undefined with none. */
  batchKey: string | null | undefined
  /** The node, by which effects that keep failing are recognised. */
  nodeKey: string
}
type Effect = EffectOptions & { attempt: RunAttempt; work: EffectWork }

export type StepBatches = {
  /** Records steps without an effect of ours. */
  save(attempt: RunAttempt, steps: StepRecord[], isComputed: boolean): Promise<void>
  /** Commits an effect with the record of its step. */
  commit(attempt: RunAttempt, work: EffectWork, options: EffectOptions): Promise<void>
}

// Each of them lets another transaction through.
const maxDeadlocks = 10
// An effect that waits or works for longer gets a transaction of its own, so that the others do not wait for it.
const limits = { lockMs: 250, statementMs: 1_000 }
// What failed alone, or kept a batch waiting, would only spoil the next batches.
const apartMs = 1_000
const maxApart = 10_000
const laneCount = 3
// Steps may have megabytes.
const maxBatchedChars = 64 * 1024

const rowOf = (attempt: RunAttempt, steps: StepRecord[], isComputed = false): StepsOfRun => ({
  id: attempt.run.id,
  epoch: attempt.run.epoch,
  owner: attempt.owner,
  part: attempt.nextPart,
  content: steps.length > 0 ? packSteps(steps, attempt.triggerData) : null,
  isComputed,
})

const onRecorded = (attempt: RunAttempt, { content }: StepsOfRun) => {
  if (content !== null) attempt.nextPart++
}

/** Nodes whose effects do not share a transaction for a while. */
function createApart() {
  const until = new Map<string, number>()
  return {
    has: (nodeKey: string) => (until.get(nodeKey) ?? 0) > performance.now(),
    add(nodeKey: string) {
      if (until.size >= maxApart) until.clear()
      until.set(nodeKey, performance.now() + apartMs)
    },
  }
}

const isUnfit = (error: unknown) =>
  error instanceof NeedsOwnTransaction || isLockTimeout(error) || isStatementTimeout(error)

/** All effects in one transaction, or none: throws if one of them fails. Returns the runs that were still owned. */
async function commitTogether(db: Database, effects: Effect[], onUnfit: (effect: Effect) => void) {
  return db.transaction(
    async (tx) => {
      markShared(tx)
      const fenced = await fenceRuns(
        tx,
        effects.map(({ attempt }) => rowOf(attempt, [])),
      )
      const owned = effects.filter(({ attempt }) => fenced.has(attempt.run.id))
      // All must have ended before the rollback: one that goes on would write outside of the transaction.
      const results = await Promise.allSettled(owned.map(({ work }) => work(tx)))
      const rows = results.map((result, i) => {
        const effect = owned[i] as Effect
        if (result.status === 'fulfilled') return rowOf(effect.attempt, result.value)
        if (isUnfit(result.reason)) onUnfit(effect)
        return undefined
      })
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      const recorded = rows.filter((row) => row !== undefined)
      tx.sendLast(recordFenced(tx, recorded))
      tx.afterCommit(() =>
        recorded.forEach((row, i) => {
          onRecorded((owned[i] as Effect).attempt, row)
        }),
      )
      return fenced
    },
    { limits, startsWithRead: true },
  )
}

async function commitAlone(db: Database, { attempt, work }: Pick<Effect, 'attempt' | 'work'>) {
  await db.transaction(
    async (tx) => {
      const fenced = await fenceRuns(tx, [rowOf(attempt, [])])
      if (fenced.size === 0) throw new RunOwnershipLost()
      const row = rowOf(attempt, await work(tx))
      tx.sendLast(recordFenced(tx, [row]))
      tx.afterCommit(() => onRecorded(attempt, row))
    },
    { startsWithRead: true },
  )
}

/** The first effect of each key. */
function withoutConflicts(effects: Effect[]): Effect[] {
  const keys = new Set<string>()
  return effects.filter(({ batchKey }) => {
    if (typeof batchKey !== 'string') return true
    const isFirst = !keys.has(batchKey)
    keys.add(batchKey)
    return isFirst
  })
}

/**
 * Commits the effects and records of different runs together: a commit and a few statements for all of them. If one
 * fails, nothing of the batch is committed and each is repeated in a transaction of its own, so that it fails alone.
 */
export function createStepBatches(db: Database): StepBatches {
  const apart = createApart()

  const saveBatch = createBatcher<StepsOfRun, boolean>(
    async (rows) => {
      const recorded = await recordSteps(db, rows)
      return rows.map(({ id }) => recorded.has(id))
    },
    { maxBatch: 100, maxInFlight: 1, rest: restForRequests },
  )

  async function runBatch(effects: Effect[]): Promise<('committed' | 'lost' | 'alone')[]> {
    const chosen = withoutConflicts(effects)
    if (chosen.length < 2) return effects.map(() => 'alone')
    try {
      const owned = await commitTogether(db, chosen, ({ nodeKey }) => apart.add(nodeKey))
      const together = new Set(chosen)
      return effects.map((effect) => {
        if (!together.has(effect)) return 'alone'
        return owned.has(effect.attempt.run.id) ? 'committed' : 'lost'
      })
    } catch (error) {
      // Whether it was committed is unknown: the runs continue from what is recorded.
      if (isDatabaseUnavailable(error)) throw error
      return effects.map(() => 'alone')
    }
  }
  // By member: two batches at the same time would wait for each other's locks, such as on a member's notification.
  const lanes = Array.from({ length: laneCount }, () =>
    createBatcher(runBatch, { maxBatch: 64, maxInFlight: 1, rest: restForRequests }),
  )
  const laneOf = ({ attempt: { run } }: Effect) =>
    lanes[Number.parseInt(run.memberId.slice(-4), 16) % laneCount]

  async function alone(effect: Effect, triesLeft = maxDeadlocks) {
    try {
      await commitAlone(db, effect)
    } catch (error) {
      if (isDeadlock(error) && triesLeft > 0) return alone(effect, triesLeft - 1)
      apart.add(effect.nodeKey)
      throw error
    }
  }

  return {
    async save(attempt, steps, isComputed) {
      const row = rowOf(attempt, steps, isComputed)
      const isRecorded =
        (row.content?.length ?? 0) > maxBatchedChars
          ? (await recordSteps(db, [row])).has(row.id)
          : await saveBatch(row)
      if (!isRecorded) throw new RunOwnershipLost()
      onRecorded(attempt, row)
    },
    async commit(attempt, work, options) {
      const effect = { attempt, work, ...options }
      if (options.batchKey === undefined || apart.has(options.nodeKey)) return alone(effect)
      const outcome = (await laneOf(effect)?.(effect)) ?? 'alone'
      if (outcome === 'lost') throw new RunOwnershipLost()
      if (outcome === 'alone') await alone(effect)
    },
  }
}
