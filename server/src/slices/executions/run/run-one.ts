import {
  type Data,
  NodeFault,
  type Outcome,
  type Plan,
  RunOwnershipLost,
  runGraph,
  type StepError,
  type StepRecord,
} from '../../../engine/index.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { packSteps } from '../pack-steps.ts'
import { endRun, type FinishedRun } from './run-end.store.ts'
import {
  addPart,
  createRunRecorder,
  type RecorderDeps,
  type RunAttempt,
  writeAsOwner,
} from './run-recorder.ts'
import { type OwnedRun, pauseRun } from './runs.store.ts'

/** What a run follows: the version of its workflow, made ready. */
export type PreparedVersion = {
  plan: Plan
  workflowName: string
  errorWorkflowId: string | null
  timeoutMs: number
  timeZone: string
}

/** What a run holds: what it was given, and the steps of earlier lives. */
export type RunState = { triggerData: Data; known: StepRecord[]; nextPart: number }

type RunPorts = {
  findPreparedVersion(db: Database, versionId: string): Promise<PreparedVersion | undefined>
  /** The values of the names that expressions of the plan begin with. */
  loadRoots(
    db: Db,
    run: OwnedRun,
    state: RunState,
    roots: ReadonlySet<string>,
  ): Promise<Record<string, unknown>>
  /** In the transaction in which the run fails: its incident, its notification, the workflow for errors. */
  onFailed(tx: Db, run: OwnedRun, error: StepError, version: PreparedVersion | undefined): Promise<void>
  /** In the transaction in which a run ends with somebody still asked: nobody waits for the answer. */
  onAbandonedWaits(tx: Db, run: OwnedRun): Promise<void>
  /** In the transaction in which a called run ends. */
  onChildEnded(tx: Db, run: OwnedRun & { parentId: string }): Promise<void>
}

export type RunOneDeps = RecorderDeps &
  RunPorts & {
    /** Ends many at once; false for those that were no longer ours. */
    end(ended: FinishedRun): Promise<boolean>
    notifyStatus(run: OwnedRun, status: Outcome['status']): void
  }

type AttemptStart = {
  attempt: RunAttempt
  state: RunState
  version: PreparedVersion
  signal: AbortSignal
  began: number
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

const activeMs = ({ attempt, began }: Pick<AttemptStart, 'attempt' | 'began'>) =>
  Math.round(attempt.run.activeMs + performance.now() - began)

async function recordFailure(
  deps: RunOneDeps,
  attempt: RunAttempt,
  error: StepError,
  steps: StepRecord[],
  more: { version: PreparedVersion | undefined; ms: number },
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
      activeMs: more.ms,
      error,
      result: null,
    })
    if (!run.simulated) await deps.onFailed(tx, run, error, more.version)
    if (!run.simulated) await deps.onAbandonedWaits(tx, run)
    if (run.parentId) await deps.onChildEnded(tx, { ...run, parentId: run.parentId })
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
  const about = { id: run.id, status: 'succeeded' as const, startedAt, finishedAt, activeMs: activeMs(start) }
  const { parentId } = run
  const isAsking = outcome.abandoned.some(({ wait }) => wait.for === 'approval')
  if (parentId === null && !isAsking) {
    const content = packSteps(outcome.steps, attempt.triggerData)
    if (!(await deps.end({ ...about, epoch: run.epoch, part, content }))) throw new RunOwnershipLost()
    return
  }
  await writeAsOwner(deps.db, attempt, async (tx) => {
    await addPart(tx, attempt, outcome.steps)
    await endRun(tx, { ...about, error: null, result: outcome.result })
    if (isAsking) await deps.onAbandonedWaits(tx, run)
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
      ms: activeMs(start),
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

/** Takes a run as far as it goes now. Throws only what is not the run's own fault. */
export async function runOne(
  deps: RunOneDeps,
  run: OwnedRun,
  state: RunState,
  cut: AbortController,
): Promise<void> {
  const began = performance.now()
  const startedAt = run.startedAt ?? new Date().toISOString()
  const { nextPart, triggerData } = state
  const attempt = { run, owner: deps.processId(), startedAt, nextPart, triggerData }
  const version = await deps.findPreparedVersion(deps.db, run.versionId)
  const tell = (error: StepError) =>
    recordFailure(deps, attempt, error, [], { version, ms: activeMs({ attempt, began }) }).then(() =>
      deps.notifyStatus(run, 'failed'),
    )
  if (!version) return tell(failureOf(run, 'workflow.gone', 'The version of the workflow no longer exists.'))
  const late = () =>
    cut.abort(new NodeFault('execution.timeout', 'The run took longer than it may.', 'permanent'))
  const left = version.timeoutMs - run.activeMs
  const timer = setTimeout(late, Math.max(0, left))
  const start = { attempt, state, version, signal: cut.signal, began }
  try {
    await recordOutcome(deps, start, await walkGraph(deps, start))
  } catch (error) {
    if (!(cut.signal.reason instanceof NodeFault) || error instanceof RunOwnershipLost) throw error
    await tell(failureOf(run, cut.signal.reason.code, cut.signal.reason.message))
  } finally {
    clearTimeout(timer)
  }
}
