import {
  type Data,
  NodeFault,
  type Outcome,
  type Plan,
  RunLost,
  runGraph,
  type StepError,
  type StepRecord,
} from '../../../engine/index.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { packSteps } from '../pack-steps.ts'
import { addPart, createKeeper, type KeeperDeps, type Life, writeAsOwner } from './keeper.ts'
import { type Ended, endRun, type OwnedRun, pauseRun } from './runs.store.ts'

/** What a run follows: the version of its workflow, made ready. */
export type Course = {
  plan: Plan
  workflowName: string
  errorWorkflowId: string | null
  timeoutMs: number
  timeZone: string
}

/** What a run holds: what it was given, and the steps of earlier lives. */
export type Held = { triggerData: Data; known: StepRecord[]; nextPart: number }

export type RunPorts = {
  findCourse(db: Database, versionId: string): Promise<Course | undefined>
  /** The values of the names that expressions of the plan begin with. */
  loadRoots(db: Db, run: OwnedRun, held: Held, roots: ReadonlySet<string>): Promise<Record<string, unknown>>
  /** In the transaction in which the run fails: its incident, its notification, the workflow for errors. */
  onFailed(tx: Db, run: OwnedRun, error: StepError, course: Course | undefined): Promise<void>
  /** In the transaction in which a run ends with somebody still asked: nobody waits for the answer. */
  onLeft(tx: Db, run: OwnedRun): Promise<void>
  /** In the transaction in which a called run ends. */
  onCalledEnded(tx: Db, run: OwnedRun & { parentId: string }): Promise<void>
}

export type RunOneDeps = KeeperDeps &
  RunPorts & {
    /** Ends many at once; false for those that were no longer ours. */
    end(ended: Ended): Promise<boolean>
    told(run: OwnedRun, status: Outcome['status']): void
  }

type Start = { life: Life; held: Held; course: Course; signal: AbortSignal; began: number }

const failureOf = (run: OwnedRun, code: string, message: string): StepError => ({
  code,
  message,
  nodeId: run.triggerNodeId,
  nodeType: run.triggerType,
  kind: 'permanent',
  attempts: 1,
  at: new Date().toISOString(),
})

const activeMs = ({ life, began }: Pick<Start, 'life' | 'began'>) =>
  Math.round(life.run.activeMs + performance.now() - began)

async function failed(
  deps: RunOneDeps,
  life: Life,
  error: StepError,
  steps: StepRecord[],
  more: { course: Course | undefined; ms: number },
) {
  const { run, startedAt } = life
  await writeAsOwner(deps.db, life, async (tx) => {
    await addPart(tx, life, steps)
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
    if (!run.simulated) await deps.onFailed(tx, run, error, more.course)
    if (!run.simulated) await deps.onLeft(tx, run)
    if (run.parentId) await deps.onCalledEnded(tx, { ...run, parentId: run.parentId })
  })
}

async function succeeded(deps: RunOneDeps, start: Start, outcome: Outcome & { status: 'succeeded' }) {
  const { life } = start
  const { run, startedAt, nextPart: part } = life
  const finishedAt = new Date().toISOString()
  const about = { id: run.id, status: 'succeeded' as const, startedAt, finishedAt, activeMs: activeMs(start) }
  const { parentId } = run
  const isAsking = outcome.left.some(({ wait }) => wait.for === 'approval')
  if (parentId === null && !isAsking) {
    const content = packSteps(outcome.steps, life.triggerData)
    if (!(await deps.end({ ...about, epoch: run.epoch, part, content }))) throw new RunLost()
    return
  }
  await writeAsOwner(deps.db, life, async (tx) => {
    await addPart(tx, life, outcome.steps)
    await endRun(tx, { ...about, error: null, result: outcome.result })
    if (isAsking) await deps.onLeft(tx, run)
    if (parentId) await deps.onCalledEnded(tx, { ...run, parentId })
  })
}

async function waits(deps: RunOneDeps, start: Start, outcome: Outcome & { status: 'waiting' }) {
  const { life } = start
  const { run, startedAt } = life
  const open = outcome.waiting.map(({ nodeId, wait }) => ({
    nodeId,
    ...wait,
    since: new Date().toISOString(),
  }))
  await writeAsOwner(deps.db, life, async (tx) => {
    await addPart(tx, life, outcome.steps)
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

async function conclude(deps: RunOneDeps, start: Start, outcome: Outcome) {
  if (outcome.status === 'succeeded') await succeeded(deps, start, outcome)
  else if (outcome.status === 'waiting') await waits(deps, start, outcome)
  else
    await failed(deps, start.life, outcome.error, outcome.steps, {
      course: start.course,
      ms: activeMs(start),
    })
  deps.told(start.life.run, outcome.status)
}

async function live(deps: RunOneDeps, start: Start): Promise<Outcome> {
  const { life, held, course, signal } = start
  const { run } = life
  const { plan } = course
  const roots = await deps.loadRoots(deps.db, run, held, plan.roots)
  return runGraph({
    plan,
    roots,
    signal,
    known: held.known,
    triggerData: held.triggerData,
    triggerNodeId: run.triggerNodeId,
    facts: {
      executionId: run.id,
      workflowId: run.workflowId,
      memberId: run.memberId,
      mailboxId: run.mailboxId,
      messageId: run.messageId,
      simulated: run.simulated,
      now: new Date().toISOString(),
      timeZone: course.timeZone,
    },
    keeper: createKeeper(deps, life),
  })
}

/** Takes a run as far as it goes now. Throws only what is not the run's own fault. */
export async function runOne(
  deps: RunOneDeps,
  run: OwnedRun,
  held: Held,
  cut: AbortController,
): Promise<void> {
  const began = performance.now()
  const startedAt = run.startedAt ?? new Date().toISOString()
  const { nextPart, triggerData } = held
  const life = { run, owner: deps.processId(), startedAt, nextPart, triggerData }
  const course = await deps.findCourse(deps.db, run.versionId)
  const tell = (error: StepError) =>
    failed(deps, life, error, [], { course, ms: activeMs({ life, began }) }).then(() =>
      deps.told(run, 'failed'),
    )
  if (!course) return tell(failureOf(run, 'workflow.gone', 'The version of the workflow no longer exists.'))
  const late = () =>
    cut.abort(new NodeFault('execution.timeout', 'The run took longer than it may.', 'permanent'))
  const left = course.timeoutMs - run.activeMs
  const timer = setTimeout(late, Math.max(0, left))
  const start = { life, held, course, signal: cut.signal, began }
  try {
    await conclude(deps, start, await live(deps, start))
  } catch (error) {
    if (!(cut.signal.reason instanceof NodeFault) || error instanceof RunLost) throw error
    await tell(failureOf(run, cut.signal.reason.code, cut.signal.reason.message))
  } finally {
    clearTimeout(timer)
  }
}
