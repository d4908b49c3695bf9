import type { Ports, RunRecorder, StepContext, StepRecord } from '../../../engine/index.ts'
import { RunOwnershipLost } from '../../../engine/index.ts'
import { createMutex } from '../../../platform/concurrency/mutex.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log/log.ts'
import { sanitise } from '../../../protocols/mime/sanitise-html.ts'
import { packSteps } from '../pack-steps.ts'
import { fenceRun, insertPart, type OwnedRun } from './runs.store.ts'
import type { RunAttempt, StepBatches } from './step-batches.ts'

/** Binds the ports to a run and a step, and to the transaction that records the step if there is one. */
export type BindPorts = (db: Db, step: StepContext, run: OwnedRun) => Ports

export type RecorderDeps = {
  db: Database
  log: Log
  batches: StepBatches
  processId(): string
  bindPorts: BindPorts
  stoppedEffects: RunRecorder['stoppedEffects']
}

const noEffects: RunRecorder['stoppedEffects'] = new Set()

class DryRunRollback extends Error {}

/** Runs `work` in a transaction that is fenced by the run's owner and epoch. */
export async function writeAsOwner<T>(
  db: Database,
  attempt: RunAttempt,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await fenceRun(tx, attempt.owner, attempt.run))) throw new RunOwnershipLost()
    return work(tx)
  })
}

export async function addPart(tx: Db, attempt: RunAttempt, steps: StepRecord[]) {
  if (steps.length === 0) return
  const content = packSteps(steps, attempt.triggerData)
  await insertPart(tx, { id: attempt.run.id, part: attempt.nextPart, content })
  tx.afterCommit(() => void attempt.nextPart++)
}

export function createRunRecorder(
  { db, log, batches, bindPorts, stoppedEffects }: RecorderDeps,
  attempt: RunAttempt,
): RunRecorder {
  const { run } = attempt
  const portsOf = (tx: Db) => (step: StepContext) => bindPorts(tx, step, run)
  // Parts are numbered, so parallel branches must write one after the other.
  const inTurn = createMutex()
  const save = (steps: StepRecord[], isComputed: boolean) =>
    inTurn(() => batches.save(attempt, steps, isComputed))
  return {
    // A simulation has no effect that could be stopped.
    stoppedEffects: run.simulated ? noEffects : stoppedEffects,
    // Without remote images, which would report who reads the mail.
    sanitiseHtml: (html) => sanitise(html).html,
    logUnexpected: (error, { id, type }) =>
      log.error(
        { err: error, executionId: run.id, nodeId: id, nodeType: type },
        'a node failed unexpectedly',
      ),
    ports: portsOf(db),
    transact: (work, { nodeId, batchKey }) =>
      inTurn(() =>
        batches.commit(attempt, (tx) => work(portsOf(tx)), {
          batchKey,
          nodeKey: `${run.versionId} ${nodeId}`,
        }),
      ),
    save: (steps) => save(steps, false),
    checkpoint: (steps) => save(steps, true),
    async dryRun<T>(work: (portsOf: (step: StepContext) => Ports) => Promise<T>) {
      let result: { value: T } | undefined
      await db
        .transaction(async (tx) => {
          result = { value: await work(portsOf(tx)) }
          throw new DryRunRollback()
        })
        .catch((error) => {
          if (!(error instanceof DryRunRollback)) throw error
        })
      if (!result) throw new Error('the dry run returned no result')
      return result.value
    },
  }
}
