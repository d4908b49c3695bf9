import { setTimeout as sleep } from 'node:timers/promises'
import { fault } from '../platform/errors/app-error.ts'
import type { AnyNodeType, Data, Input, NodeCall, NodePorts, NodeResult } from './define-node.ts'
import { describeFault, type Failure } from './describe-fault.ts'
import { permanent, transient } from './fault.ts'
import { fitData } from './fit-data.ts'
import { renderParams, type Scope } from './params.ts'
import type { PlanNode } from './plan.ts'
import { type Run, RunOwnershipLost, type StepContext, saveDirty, takeDirty } from './run.ts'
import type { StepRecord } from './step.ts'
import { millisecondsBetween, timeNow } from './time-now.ts'

export const maxDataChars = 256 * 1024
// A pause that is longer holds no memory: the run waits in the database.
const maxSleepMs = 2_000
const maxBackoffMs = 3_600_000
const defaultTimeoutMs = 60_000

/** For a node that declares none: it cannot ask for what is not there. */
const noPorts = {} as NodePorts

export type StepTask = { planned: PlanNode; step: StepRecord; inputs: Input[]; scope: Scope }

/** The data that came in; of several, by the node that it came from. */
export const inputOf = (inputs: Input[]): Data =>
  inputs.length === 1 && inputs[0]
    ? inputs[0].data
    : Object.fromEntries(inputs.map(({ from, data }) => [from, data]))

/** Effects in our own database commit with the record of the step. */
const isTransactional = ({ type }: PlanNode) =>
  type !== undefined &&
  ((type.effect !== 'none' && type.effect !== 'external') || (type.uses?.includes('workflows') ?? false))

function recordResult(run: Run, { step, planned }: StepTask, result: NodeResult) {
  // What the run was given was judged when it came.
  const isGiven = result.data === run.triggerData
  const { data, truncated } = isGiven
    ? { data: run.triggerData, truncated: false }
    : fitData(result.data ?? {}, maxDataChars)
  const { simulated } = run.facts
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
    if ('stop' in result) step.warnings.push({ code: 'stopped', message: result.stop })
    if ('end' in result) run.ended = result.end
  }
  run.dirty.add(step)
}

const keyOf = (run: Run, { path, nodeId }: StepRecord) => `${run.facts.executionId}:${path}${nodeId}`

function timed<T>(work: T | Promise<T>, timeoutMs: number, signal: AbortSignal): T | Promise<T> {
  if (!(work instanceof Promise)) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () =>
    reject(transient('node.timeout', `The node took longer than ${Math.round(timeoutMs / 1000)} seconds.`))
  const timer = setTimeout(late, timeoutMs)
  const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new RunOwnershipLost())
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  })
}

/** The last word before an effect. What waits has had its effect: it may go on. A simulation has none. */
function refuseStopped({ recorder, facts }: Run, { effect }: AnyNodeType) {
  if (!facts.simulated && recorder.stoppedEffects.has(effect))
    throw fault('workflow.effect_stopped', { details: { effect } })
}

/** Calls the node once, in the way that its effect asks for, and writes down what came of it. */
async function callOnce(run: Run, task: StepTask): Promise<void> {
  const { planned, step, inputs } = task
  const { type, node } = planned
  if (!type)
    throw permanent('node.unknown_type', `There is no node type ${node.type} version ${node.version}.`)
  const about: StepContext = { facts: run.facts, nodeId: node.id, nodeType: node.type, key: keyOf(run, step) }
  const timeoutMs = node.timeoutMs ?? type.timeoutMs ?? defaultTimeoutMs
  const waiting = step.wait && !step.wait.retry ? step.wait : undefined
  const params = renderParams(planned, task.scope)
  // Signals are dear; who asks nobody needs none of his own.
  const signal = type.uses?.length
    ? AbortSignal.any([run.stop.signal, AbortSignal.timeout(timeoutMs)])
    : run.stop.signal
  const ask = (use: NodePorts) => {
    const call: NodeCall<never, never> = {
      params: params as never,
      input: inputOf(inputs),
      inputs,
      run: run.facts,
      key: about.key,
      attempt: step.attempt,
      use,
      signal,
    }
    if (waiting && type.resume)
      return type.resume({ ...(call as never as object), waiting, data: step.data ?? {} } as never)
    refuseStopped(run, type)
    return type.run(call as never)
  }
  if (isTransactional(planned)) return inTransaction(run, task, about, ask)
  if (type.effect === 'external' && !run.facts.simulated) {
    step.status = 'running'
    run.dirty.add(step)
    await saveDirty(run)
  }
  const use = type.uses?.length ? run.recorder.ports(about) : noPorts
  const result = timed(ask(use), timeoutMs, run.stop.signal)
  recordResult(run, task, result instanceof Promise ? await result : result)
  if (type.effect === 'external' && !run.facts.simulated) await saveDirty(run)
}

type Invoke = (use: NodePorts) => NodeResult | Promise<NodeResult>

async function inTransaction(run: Run, task: StepTask, about: StepContext, ask: Invoke) {
  if (run.facts.simulated)
    return recordResult(run, task, await run.recorder.dryRun(async (portsOf) => ask(portsOf(about))))
  const before = { ...task.step, effects: [...task.step.effects], warnings: [...task.step.warnings] }
  let restore: (() => void) | undefined
  try {
    await run.recorder.transact(async (portsOf) => {
      recordResult(run, task, await ask(portsOf(about)))
      finish(task.step)
      const taken = takeDirty(run)
      restore = taken.restore
      return taken.steps
    })
  } catch (error) {
    Object.assign(task.step, before)
    restore?.()
    throw error
  }
}

function finish(step: StepRecord) {
  if (step.status === 'waiting') return
  step.finishedAt = timeNow()
  if (step.startedAt) step.durationMs = millisecondsBetween(step.startedAt, step.finishedAt)
}

const backoffMs = ({ planned: { node } }: StepTask, attempt: number, { details }: Failure) => {
  const asked = typeof details?.retryAfterMs === 'number' ? details.retryAfterMs : 0
  const grown = (node.retry?.delayMs ?? 1_000) * 2 ** (attempt - 1)
  return Math.min(maxBackoffMs, Math.max(asked, grown * (0.75 + Math.random() / 2)))
}

/** Whether the step is tried again: now, after a nap, or after a wait that holds no memory. */
async function planRetry(run: Run, task: StepTask, failure: Failure): Promise<'now' | 'later' | 'never'> {
  const { step, planned } = task
  const most = planned.node.retry?.maxAttempts ?? 1
  const retried = failure.kind === 'transient' && step.attempt < most && !run.stop.signal.aborted
  const { code, message, kind } = failure
  step.attempts.push({ attempt: step.attempt, at: new Date().toISOString(), code, message, kind, retried })
  run.dirty.add(step)
  if (!retried) return 'never'
  const pause = backoffMs(task, step.attempt, failure)
  if (pause <= maxSleepMs) {
    await sleep(pause, undefined, { signal: run.stop.signal }).catch(() => undefined)
    return 'now'
  }
  const until = new Date(Date.now() + pause).toISOString()
  Object.assign(step, { status: 'waiting', wait: { for: 'time', until, retry: true } })
  return 'later'
}

/** The step has failed for good; whether the run goes on is the author's choice. */
export function recordFailure({ step, planned: { node, type } }: StepTask, failure: Failure) {
  const at = new Date().toISOString()
  step.error = { ...failure, nodeId: node.id, nodeType: node.type, attempts: step.attempt, at }
  step.status = 'failed'
  step.wait = null
  // What the next nodes see where the author lets the run go on.
  const main = type?.ports.fixed[0] ?? 'main'
  step.output = node.onError === 'fail' ? null : node.onError === 'continue' ? main : 'error'
  if (step.output !== null) step.data = { error: { code: failure.code, message: failure.message } }
}

/** A call to the outside that a crash cut short: nobody knows whether it had its effect. */
function recordInterruption(run: Run, task: StepTask): boolean {
  const { step, planned } = task
  const failure = {
    code: 'node.interrupted',
    message: 'The service stopped while the node was at work; it is not known whether it had its effect.',
    kind: 'permanent' as const,
  }
  const retried = planned.type?.repeatable?.(renderParams(planned, task.scope) as never) ?? false
  const at = new Date().toISOString()
  step.attempts.push({ attempt: step.attempt, at, ...failure, interrupted: true, retried })
  run.dirty.add(step)
  if (!retried) recordFailure(task, failure)
  return retried
}

async function tryUntilSettled(run: Run, task: StepTask): Promise<void> {
  const { step } = task
  for (;;) {
    if (step.wait === null || step.wait.retry) step.attempt++
    try {
      return await callOnce(run, task)
    } catch (error) {
      // The run was ended from outside: this is no failure of the node.
      if (run.stop.signal.aborted) throw error
      const failure = describeFault(error)
      const again = await planRetry(run, task, failure)
      if (again === 'later') return
      if (again === 'never') return recordFailure(task, failure)
    }
  }
}

/** Tries a node until it has a result, waits, or has failed for good. The step tells which. */
export async function executeStep(run: Run, task: StepTask): Promise<void> {
  const { step, inputs } = task
  step.startedAt ??= timeNow()
  if (run.facts.simulated && inputs.length) step.input = inputOf(inputs)
  if (step.status !== 'running' || recordInterruption(run, task)) await tryUntilSettled(run, task)
  finish(step)
  run.dirty.add(step)
}
