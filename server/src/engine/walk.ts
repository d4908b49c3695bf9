import type { Data, Input } from './define-node.ts'
import { executeStep, inputOf } from './execute-step.ts'
import { sizeOf } from './fit-data.ts'
import { type Frame, isFinished } from './frame.ts'
import type { Edge, PlanNode } from './plan.ts'
import { markDirty, type Run, RunOwnershipLost, saveDirty, stepAt } from './run.ts'
import { limitFault } from './run-limits.ts'
import { runLoop } from './run-loop.ts'
import { isOpen, type StepRecord } from './step.ts'
import { timeNow } from './time-now.ts'
import { isTurnOver, yieldToRequests, yieldTurn } from './yield-turn.ts'

/** Merges that start with their first input. */
const startsEarly = ({ type, node }: PlanNode) =>
  type?.structure === 'merge' && (node.params?.mode === 'any' || node.params?.mode === 'first')

function skip(frame: Frame, planned: PlanNode, work: Promise<void>[]) {
  const { run, path } = frame
  const step = stepAt(run, path, planned.node.id)
  if (step.status !== 'skipped') {
    step.status = 'skipped'
    markDirty(run, step)
  }
  for (const edge of planned.out) settle(frame, edge, undefined, work)
}

/** Settles a connection: with data, or undefined when it will never deliver any. */
function settle(frame: Frame, edge: Edge, data: Data | undefined, work: Promise<void>[]) {
  const { run } = frame
  if (edge.to === frame.loopNodeId) {
    if (data) frame.returned.push({ from: edge.from, port: edge.port, data })
    return
  }
  const state = frame.nodeStates.get(edge.to)
  const planned = run.plan.nodes.get(edge.to)
  if (!state || !planned) return
  state.pending--
  if (data) state.inputs.push({ from: edge.from, port: edge.port, data })
  if (state.started || isFinished(frame)) return
  const isReady = state.pending <= 0 || (startsEarly(planned) && data !== undefined)
  if (!isReady) return
  state.started = true
  if (state.inputs.length > 0) work.push(visit(frame, planned, state.inputs))
  else skip(frame, planned, work)
}

/** Passes the output of a step on to the connections that leave it. */
function propagate(frame: Frame, planned: PlanNode, step: StepRecord, work: Promise<void>[]) {
  const { run } = frame
  if (step.data) frame.last = step.data
  frame.scope.steps[planned.node.id] = {
    data: step.data ?? {},
    output: step.output,
    status: step.status,
    error: step.error && { code: step.error.code, message: step.error.message },
  }
  if (run.ended !== undefined) run.result = step.data
  const isLoop = planned.type?.structure === 'loop'
  for (const edge of planned.out)
    if (!(isLoop && edge.port === 'item'))
      settle(frame, edge, edge.port === step.output ? (step.data ?? {}) : undefined, work)
}

/** Records a pinned or disabled node without running it; false for all others. */
function bypass(frame: Frame, planned: PlanNode, step: StepRecord, inputs: Input[]): boolean {
  const { run } = frame
  const pin =
    run.simulated && run.plan.pins && Object.hasOwn(run.plan.pins, planned.node.id)
      ? run.plan.pins[planned.node.id]
      : undefined
  if (!pin && !planned.node.disabled) return false
  const at = new Date().toISOString()
  const output = pin?.port ?? planned.type?.ports.fixed[0] ?? 'main'
  const given = pin?.output
  const data =
    pin === undefined
      ? inputOf(inputs)
      : typeof given === 'object' && given !== null && !Array.isArray(given)
        ? { ...given }
        : { value: given }
  const status = pin ? ('succeeded' as const) : ('skipped' as const)
  Object.assign(step, { status, output, data, startedAt: at, finishedAt: at, durationMs: 0 })
  Object.assign(step, pin ? { pinned: true } : { disabled: true })
  markDirty(run, step, sizeOf(data))
  return true
}

// Packing more in one go would block the event loop, and collections would copy more that is not saved yet.
const maxDirtyBytes = 64 * 1024

// A run with more steps computes a lot.
const maxLightSteps = 200

/** Lets timers and I/O of the process proceed, and bounds what a run that only computes has not saved yet. */
async function pause(run: Run) {
  if (run.nextSeq > maxLightSteps) await yieldToRequests(run.facts)
  else for (let turn = yieldTurn(); turn; turn = yieldTurn()) await turn
  run.signal.throwIfAborted()
  if (run.dirtyBytes > maxDirtyBytes && !run.stop.signal.aborted)
    await saveDirty(run, run.recorder.checkpoint)
}

/** Fails the run at a node that would exceed its limits; returns whether it did. */
function failAtLimit(run: Run, { node }: PlanNode): boolean {
  const fault = limitFault(run)
  if (!fault) return false
  const { code, message, kind } = fault
  run.failure ??= {
    code,
    message,
    kind,
    nodeId: node.id,
    nodeType: node.type,
    attempts: 1,
    at: timeNow(),
  }
  run.stop.abort()
  return true
}

/** Runs a node whose inputs are complete, and everything that follows from it. */
async function visit(frame: Frame, planned: PlanNode, inputs: Input[]): Promise<void> {
  const { run, path, scope } = frame
  if (isTurnOver() || run.dirtyBytes > maxDirtyBytes) {
    await pause(run)
    // Meanwhile another branch may have ended the run.
    if (isFinished(frame)) return
  }
  const step = stepAt(run, path, planned.node.id)
  const task = { planned, step, inputs, scope }
  if (isOpen(step) && failAtLimit(run, planned)) return
  if (isOpen(step) && !bypass(frame, planned, step, inputs)) {
    try {
      if (planned.type?.structure === 'loop') await runLoop(frame, task, walk)
      else await executeStep(run, task)
    } catch (error) {
      // Another branch ended the run: this one was interrupted and did not fail.
      if (run.signal.aborted || !run.stop.signal.aborted || error instanceof RunOwnershipLost) throw error
      Object.assign(step, { status: 'skipped', wait: null })
      run.dirty.add(step)
      return
    }
  }
  if (isOpen(step)) {
    frame.waiting++
    return
  }
  if (step.status === 'failed' && step.output === null) {
    frame.failure ??= step.error ?? undefined
    // Inside a loop, the loop decides what happens to the other iterations.
    if (frame.loopNodeId === null) run.stop.abort()
    return
  }
  const work: Promise<void>[] = []
  propagate(frame, planned, step, work)
  if (run.ended !== undefined) run.stop.abort()
  await Promise.all(work)
}

/** Walks a block from the connections that enter it. */
async function walk(frame: Frame, entries: { edge: Edge; data: Data }[]): Promise<void> {
  const work: Promise<void>[] = []
  for (const { edge, data } of entries) settle(frame, edge, data, work)
  await Promise.all(work)
}

/** Walks a block from a node without incoming connections. */
export async function walkFrom(frame: Frame, nodeId: string, data: Data): Promise<void> {
  const planned = frame.run.plan.nodes.get(nodeId)
  const state = frame.nodeStates.get(nodeId)
  if (!planned || !state) return
  state.started = true
  await visit(frame, planned, [{ from: '', port: '', data }])
}
