import { setTimeout as sleep } from 'node:timers/promises'
import { fault } from '../platform/errors/app-error.ts'
import { createCallSignal } from './call-signal.ts'
import type { AnyNodeType, Data, Input, NodeCall, NodeResult, Ports } from './define-node.ts'
import { describeFault, type Failure, unexpectedCode } from './describe-fault.ts'
import { PortBusy, permanent, transient } from './fault.ts'
import { fitData, sizeOf } from './fit-data.ts'
import { renderParams, type Scope } from './params.ts'
import type { PlanNode } from './plan.ts'
import { markDirty, type Run, RunOwnershipLost, type StepContext, saveDirty, takeDirty } from './run.ts'
import { simulateWait } from './simulate-wait.ts'
import type { StepRecord } from './step.ts'
import { millisecondsBetween, timeNow } from './time-now.ts'

export const maxDataChars = 256 * 1024
// A longer back-off becomes a wait in the database, which occupies no memory.
const maxSleepMs = 2_000
const maxBackoffMs = 3_600_000
const defaultTimeoutMs = 60_000

const noPorts: Ports = {}

export type StepTask = { planned: PlanNode; step: StepRecord; inputs: Input[]; scope: Scope }

/** The incoming data; with several inputs, keyed by the node it came from. */
export const inputOf = (inputs: Input[]): Data =>
  inputs.length === 1 && inputs[0]
    ? inputs[0].data
    : Object.fromEntries(inputs.map(({ from, data }) => [from, data]))

/** Effects in our own database commit together with the record of the step. */
const isTransactional = ({ type }: PlanNode) =>
  type !== undefined && (type.transactional ?? (type.effect !== 'none' && type.effect !== 'external'))

function recordResult(run: Run, { step, planned }: StepTask, result: NodeResult) {
  // The trigger data was checked when it was received.
  const isTriggerData = result.data === run.triggerData
  const { data, truncated, size } = isTriggerData
    ? { data: run.triggerData, truncated: false, size: 0 }
    : fitData(result.data ?? {}, maxDataChars)
  const { simulated } = run
  step.data = data
  step.dataTruncated = truncated
  step.llmSkipped = result.llmSkipped ?? false
  step.error = null
  if (result.warnings) step.warnings = [...step.warnings, ...result.warnings]
  if (result.effects)
    step.effects = [
      ...step.effects,
      ...result.effects.map((effect) => ({ ...effect, ...(simulated && { simulated }) })),
    ]
  step.wait = 'wait' in result ? result.wait : null
  if ('wait' in result) {
    step.status = 'waiting'
    step.output = null
  } else {
    step.status = 'succeeded'
    step.output =
      'stop' in result || 'end' in result ? null : (result.port ?? planned.type?.ports.fixed[0] ?? null)
    if ('stop' in result)
      step.warnings.push(
        typeof result.stop === 'string' ? { code: 'stopped', message: result.stop } : result.stop,
      )
    if ('end' in result) run.ended = result.end
  }
  markDirty(run, step, size)
}

const keyOf = (run: Run, { path, nodeId }: StepRecord) => `${run.facts.executionId}:${path}${nodeId}`

function withTimeout<T>(work: T | Promise<T>, timeoutMs: number, signal: AbortSignal): T | Promise<T> {
  if (!(work instanceof Promise)) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const onTimeout = () =>
    reject(transient('node.timeout', `The node took longer than ${Math.round(timeoutMs / 1000)} seconds.`))
  const timer = setTimeout(onTimeout, timeoutMs)
  const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new RunOwnershipLost())
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  })
}

/** The last check before an effect. A resumed step has had its effect already and may continue. */
function rejectStoppedEffect({ recorder }: Run, { effect }: AnyNodeType) {
  if (recorder.stoppedEffects.has(effect)) throw fault('workflow.effect_stopped', { details: { effect } })
}

type CallSignal = ReturnType<typeof createCallSignal>

/**
 * A call whose signal is created when the node asks for it. As a class: a getter in an object literal keeps all that it
 * refers to, the whole run, until the next full collection.
 */
class LazyCall implements NodeCall<never> {
  readonly params: never
  readonly input: Data
  readonly inputs: Input[]
  readonly run: NodeCall<never>['run']
  readonly key: string
  readonly attempt: number
  readonly use: Ports
  readonly #signal: CallSignal

  constructor(given: Omit<NodeCall<never>, 'signal'>, signal: CallSignal) {
    this.params = given.params
    this.input = given.input
    this.inputs = given.inputs
    this.run = given.run
    this.key = given.key
    this.attempt = given.attempt
    this.use = given.use
    this.#signal = signal
  }

  get signal() {
    return this.#signal.get()
  }
}

/** Calls the node once, in the way its effect requires, and records the result. */
async function callOnce(run: Run, task: StepTask): Promise<void> {
  const { planned, step, inputs } = task
  const { type, node } = planned
  if (!type)
    throw permanent('node.unknown_type', `There is no node type ${node.type} version ${node.version}.`)
  const context: StepContext = {
    facts: run.facts,
    nodeId: node.id,
    nodeType: node.type,
    key: keyOf(run, step),
  }
  const timeoutMs = node.timeoutMs ?? type.timeoutMs ?? defaultTimeoutMs
  const waiting = step.wait && !step.wait.retry ? step.wait : undefined
  const params = renderParams(planned, task.scope, run.recorder.sanitiseHtml)
  const signal = createCallSignal(run.stop.signal, timeoutMs)
  const invoke = (use: Ports) => {
    const { facts } = run
    const { key } = context
    const input = inputOf(inputs)
    const given = { params: params as never, input, inputs, run: facts, key, attempt: step.attempt, use }
    const call = new LazyCall(given, signal)
    if (waiting && type.resume)
      return type.resume(Object.assign(call, { waiting, data: step.data ?? {} }) as never)
    rejectStoppedEffect(run, type)
    return run.simulated ? simulate(type, call) : type.run(call)
  }
  try {
    if (isTransactional(planned))
      return await callInTransaction(run, task, context, invoke, type.batchKey?.(params as never, run.facts))
    if (type.effect === 'external' && !run.simulated) {
      step.status = 'running'
      run.dirty.add(step)
      await saveDirty(run)
    }
    const use = type.uses?.length ? run.recorder.ports(context) : noPorts
    const result = withTimeout(invoke(use), timeoutMs, run.stop.signal)
    recordResult(run, task, result instanceof Promise ? await result : result)
    if (type.effect === 'external' && !run.simulated) await saveDirty(run)
  } catch (error) {
    signal.abort(error)
    throw error
  } finally {
    signal.release()
  }
}

const simulate = async (type: AnyNodeType, call: NodeCall<never>) =>
  simulateWait(type, call, await type.run(call))

type Invoke = (use: Ports) => NodeResult | Promise<NodeResult>

const copyOf = (step: StepRecord): StepRecord => ({
  ...step,
  effects: [...step.effects],
  warnings: [...step.warnings],
})

async function callInTransaction(
  run: Run,
  task: StepTask,
  context: StepContext,
  invoke: Invoke,
  batchKey: string | null | undefined,
) {
  if (run.simulated)
    return recordResult(run, task, await run.recorder.dryRun(async (portsOf) => invoke(portsOf(context))))
  const { step } = task
  const before = copyOf(step)
  let undo: (() => void) | undefined
  try {
    await run.recorder.transact(
      async (portsOf) => {
        undo?.()
        undo = () => Object.assign(step, copyOf(before))
        recordResult(run, task, await invoke(portsOf(context)))
        finish(step)
        const { steps, restore } = takeDirty(run)
        undo = () => {
          Object.assign(step, copyOf(before))
          restore()
        }
        return steps
      },
      { nodeId: context.nodeId, batchKey },
    )
  } catch (error) {
    undo?.()
    throw error
  }
}

function finish(step: StepRecord) {
  if (step.status === 'waiting') return
  step.finishedAt = timeNow()
  if (step.startedAt) step.durationMs = millisecondsBetween(step.startedAt, step.finishedAt)
}

const backoffMs = ({ planned: { node } }: StepTask, attempt: number, { details }: Failure) => {
  const requested = typeof details?.retryAfterMs === 'number' ? details.retryAfterMs : 0
  const exponential = (node.retry?.delayMs ?? 1_000) * 2 ** (attempt - 1)
  return Math.min(maxBackoffMs, Math.max(requested, exponential * (0.75 + Math.random() / 2)))
}

/** Whether the step is retried: now (after a short sleep), later (after a wait in the database), or never. */
async function planRetry(run: Run, task: StepTask, failure: Failure): Promise<'now' | 'later' | 'never'> {
  const { step, planned } = task
  const maxAttempts = planned.node.retry?.maxAttempts ?? 1
  const retried = failure.kind === 'transient' && step.attempt < maxAttempts && !run.stop.signal.aborted
  const { code, message, kind } = failure
  step.attempts.push({ attempt: step.attempt, at: new Date().toISOString(), code, message, kind, retried })
  run.dirty.add(step)
  if (!retried) return 'never'
  const delayMs = backoffMs(task, step.attempt, failure)
  if (delayMs <= maxSleepMs) {
    await sleep(delayMs, undefined, { signal: run.stop.signal }).catch(() => undefined)
    return 'now'
  }
  park(step, delayMs)
  return 'later'
}

/** The step is called again after the delay; until then the run is only a row in the database. */
function park(step: StepRecord, delayMs: number) {
  const until = new Date(Date.now() + delayMs).toISOString()
  Object.assign(step, { status: 'waiting', wait: { for: 'time', until, retry: true } })
}

/** Records the final failure of a step; `onError` of the node decides whether the run continues. */
export function recordFailure({ step, planned: { node, type } }: StepTask, failure: Failure) {
  const at = new Date().toISOString()
  step.error = { ...failure, nodeId: node.id, nodeType: node.type, attempts: step.attempt, at }
  step.status = 'failed'
  step.wait = null
  // What the next nodes see if the run continues.
  const main = type?.ports.fixed[0] ?? 'main'
  step.output = node.onError === 'fail' ? null : node.onError === 'continue' ? main : 'error'
  if (step.output !== null) step.data = { error: { code: failure.code, message: failure.message } }
}

/** Records an external call that a crash interrupted, with unknown effect. Returns whether it may be repeated. */
function recordInterruption(run: Run, task: StepTask): boolean {
  const { step, planned } = task
  const failure = {
    code: 'node.interrupted',
    message: 'The server stopped during this step, so it is unknown whether the call took effect.',
    kind: 'permanent' as const,
  }
  const params = renderParams(planned, task.scope, run.recorder.sanitiseHtml)
  const retried = planned.type?.repeatable?.(params as never) ?? false
  const at = new Date().toISOString()
  step.attempts.push({ attempt: step.attempt, at, ...failure, interrupted: true, retried })
  run.dirty.add(step)
  if (!retried) recordFailure(task, failure)
  return retried
}

async function callUntilSettled(run: Run, task: StepTask): Promise<void> {
  const { step } = task
  for (;;) {
    if (step.wait === null || step.wait.retry) step.attempt++
    try {
      return await callOnce(run, task)
    } catch (error) {
      // The run was stopped from outside: not a failure of the node.
      if (run.stop.signal.aborted) throw error
      if (error instanceof PortBusy) {
        step.attempt--
        return park(step, error.retryAfterMs)
      }
      const failure = describeFault(error)
      if (failure.code === unexpectedCode) run.recorder.logUnexpected(error, task.planned.node)
      const retry = await planRetry(run, task, failure)
      if (retry === 'later') return
      if (retry === 'never') return recordFailure(task, failure)
    }
  }
}

/** Calls a node until it has a result, waits, or has failed permanently. The outcome is in the step. */
export async function executeStep(run: Run, task: StepTask): Promise<void> {
  const { step, inputs } = task
  step.startedAt ??= timeNow()
  if (run.simulated && inputs.length) {
    step.input = inputOf(inputs)
    markDirty(run, step, sizeOf(step.input))
  }
  if (step.status !== 'running' || recordInterruption(run, task)) await callUntilSettled(run, task)
  finish(step)
  run.dirty.add(step)
}
