import {
  type Data,
  NodeFault,
  type Outcome,
  type Plan,
  type RunLimits,
  RunOwnershipLost,
  runGraph,
  type StepError,
  type StepRecord,
} from '../../../engine/index.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { packSteps } from '../pack-steps.ts'
import { maxCrashes } from './orphans.store.ts'
import { endRun, type FinishedRun } from './run-end.store.ts'
import { addPart, createRunRecorder, type RecorderDeps, writeAsOwner } from './run-recorder.ts'
import { type OwnedRun, pauseRun } from './runs.store.ts'
import type { RunAttempt } from './step-batches.ts'

/** A workflow version prepared for running. */
export type PreparedVersion = {
  plan: Plan
  workflowName: string
  errorWorkflowId: string | null
  timeoutMs: number
  timeZone: string
}

/** The trigger data of a run and the steps recorded by earlier attempts. */
export type RunState = { triggerData: Data; known: StepRecord[]; knownBytes: number; nextPart: number }

type RunPorts = {
  findPreparedVersion(db: Database, versionId: string): Promise<PreparedVersion | undefined>
  /** Loads the values of the root names that expressions of the plan use. */
  loadRoots(
    db: Db,
    run: OwnedRun,
    state: RunState,
    roots: ReadonlySet<string>,
  ): Promise<Record<string, unknown>>
  /** Called in the transaction in which the run fails: incident, notification, error workflow. */
  onFailed(tx: Db, run: OwnedRun, error: StepError, version: PreparedVersion | undefined): Promise<void>
  /** Called in the transaction in which a run ends with pending approvals, which no longer need an answer. */
  onAbandonedWaits(tx: Db, run: OwnedRun): Promise<void>
  /** Called in the transaction in which a called run ends. */
  onChildEnded(tx: Db, run: OwnedRun & { parentId: string }): Promise<void>
}

export type RunOneDeps = RecorderDeps &
  RunPorts & {
    limits: RunLimits
    /** Ends runs in batches; false if this process has lost ownership of the run. */
    end(finished: FinishedRun): Promise<boolean>
    notifyStatus(run: OwnedRun, status: Outcome['status']): void
    /** Whether the member has used up the quota of stored run data. */
    isStorageFull(memberId: string): boolean
  }

type AttemptStart = {
  attempt: RunAttempt
  state: RunState
  version: PreparedVersion
  signal: AbortSignal
  startedMs: number
}

const failureOf = (run: OwnedRun, code: string, message: string): StepError => ({
  code,
  message,
  nodeId: run.triggerNodeId,
  nodeType: run.triggerType,
  kind: 'permanent',
  attempts: 1,
  at: new Date().toISOString(),
})

const activeMs = ({ attempt, startedMs }: Pick<AttemptStart, 'attempt' | 'startedMs'>) =>
  Math.round(attempt.run.activeMs + performance.now() - startedMs)

async function recordFailure(
  deps: RunOneDeps,
  attempt: RunAttempt,
  error: StepError,
  steps: StepRecord[],
  context: { version: PreparedVersion | undefined; activeMs: number },
) {
  const { run, startedAt } = attempt
  await writeAsOwner(deps.db, attempt, async (tx) => {
    await addPart(tx, attempt, steps)
    const finishedAt = new Date().toISOString()
    await endRun(tx, {
      id: run.id,
      status: 'failed',
      startedAt,
      finishedAt,
      activeMs: context.activeMs,
      error,
      result: null,
    })
    // Locks the caller before the counters of the family, as the caller does when it fails.
    if (run.parentId) await deps.onChildEnded(tx, { ...run, parentId: run.parentId })
    if (!run.simulated) await deps.onFailed(tx, run, error, context.version)
    if (!run.simulated) await deps.onAbandonedWaits(tx, run)
  })
}

async function recordSuccess(
  deps: RunOneDeps,
  start: AttemptStart,
  outcome: Outcome & { status: 'succeeded' },
) {
  const { attempt } = start
  const { run, startedAt, nextPart: part } = attempt
  const finishedAt = new Date().toISOString()
  const end = { id: run.id, status: 'succeeded' as const, startedAt, finishedAt, activeMs: activeMs(start) }
  const { parentId } = run
  const hasPendingApproval = outcome.abandoned.some(({ wait }) => wait.for === 'approval')
  if (parentId === null && !hasPendingApproval) {
    const content = packSteps(outcome.steps, attempt.triggerData)
    if (!(await deps.end({ ...end, epoch: run.epoch, part, content }))) throw new RunOwnershipLost()
    return
  }
  await writeAsOwner(deps.db, attempt, async (tx) => {
    await addPart(tx, attempt, outcome.steps)
    await endRun(tx, { ...end, error: null, result: outcome.result })
    if (hasPendingApproval) await deps.onAbandonedWaits(tx, run)
    if (parentId) await deps.onChildEnded(tx, { ...run, parentId })
  })
}

async function recordWait(deps: RunOneDeps, start: AttemptStart, outcome: Outcome & { status: 'waiting' }) {
  const { attempt } = start
  const { run, startedAt } = attempt
  const open = outcome.waiting.map(({ nodeId, wait }) => ({
    nodeId,
    ...wait,
    since: new Date().toISOString(),
  }))
  await writeAsOwner(deps.db, attempt, async (tx) => {
    await addPart(tx, attempt, outcome.steps)
    const { wakeAt } = outcome
    await pauseRun(tx, {
      id: run.id,
      startedAt,
      activeMs: activeMs(start),
      wakeAt,
      calls: run.calls,
      waiting: open,
    })
  })
}

async function recordOutcome(deps: RunOneDeps, start: AttemptStart, outcome: Outcome) {
  if (outcome.status === 'succeeded') await recordSuccess(deps, start, outcome)
  else if (outcome.status === 'waiting') await recordWait(deps, start, outcome)
  else
    await recordFailure(deps, start.attempt, outcome.error, outcome.steps, {
      version: start.version,
      activeMs: activeMs(start),
    })
  deps.notifyStatus(start.attempt.run, outcome.status)
}

async function walkGraph(deps: RunOneDeps, start: AttemptStart): Promise<Outcome> {
  const { attempt, state, version, signal } = start
  const { run } = attempt
  const { plan } = version
  const roots = await deps.loadRoots(deps.db, run, state, plan.roots)
  return runGraph({
    plan,
    roots,
    signal,
    known: state.known,
    knownBytes: state.knownBytes,
    limits: deps.limits,
    triggerData: state.triggerData,
    triggerNodeId: run.triggerNodeId,
    simulated: run.simulated,
    facts: {
      executionId: run.id,
      workflowId: run.workflowId,
      memberId: run.memberId,
      mailboxId: run.mailboxId,
      messageId: run.messageId,
      now: new Date().toISOString(),
      timeZone: version.timeZone,
    },
    recorder: createRunRecorder(deps, attempt),
  })
}

const crashed = ({ crashes }: OwnedRun) =>
  `The service stopped unexpectedly ${crashes} times while it carried out this run, so the run was not continued.`

/** Runs until the run ends or waits. Failures of the run are recorded; only others are thrown. */
export async function runOne(
  deps: RunOneDeps,
  run: OwnedRun,
  state: RunState,
  abort: AbortController,
): Promise<void> {
  const startedMs = performance.now()
  const startedAt = run.startedAt ?? new Date().toISOString()
  const { nextPart, triggerData } = state
  const attempt = { run, owner: deps.processId(), startedAt, nextPart, triggerData }
  const { crashes } = run
  // If even failing the run has killed the process, its graph is not prepared again.
  const version = crashes > maxCrashes ? undefined : await deps.findPreparedVersion(deps.db, run.versionId)
  const fail = async (error: StepError) => {
    await recordFailure(deps, attempt, error, [], { version, activeMs: activeMs({ attempt, startedMs }) })
    deps.notifyStatus(run, 'failed')
  }
  if (crashes >= maxCrashes) return fail(failureOf(run, 'execution.crashed', crashed(run)))
  if (!version) return fail(failureOf(run, 'workflow.gone', 'This version of the workflow no longer exists.'))
  if (deps.isStorageFull(run.memberId))
    return fail(
      failureOf(
        run,
        'execution.storage_full',
        'The stored data of your executions has reached its limit. The oldest executions are being deleted; try again in a few minutes.',
      ),
    )
  const onTimeout = () =>
    abort.abort(new NodeFault('execution.timeout', 'The run exceeded its time limit.', 'permanent'))
  const remainingMs = version.timeoutMs - run.activeMs
  const timer = setTimeout(onTimeout, Math.max(0, remainingMs))
  const start = { attempt, state, version, signal: abort.signal, startedMs }
  try {
    await recordOutcome(deps, start, await walkGraph(deps, start))
  } catch (error) {
    if (!(abort.signal.reason instanceof NodeFault) || error instanceof RunOwnershipLost) throw error
    await fail(failureOf(run, abort.signal.reason.code, abort.signal.reason.message))
  } finally {
    clearTimeout(timer)
  }
}
