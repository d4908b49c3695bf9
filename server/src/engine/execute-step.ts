import { setTimeout as sleep } from 'node:timers/promises'
import { fault } from '../platform/errors/app-error.ts'
import type { AnyNodeType, Data, Input, NodeCall, NodePorts, NodeResult } from './define-node.ts'
import { type Described, describeFault } from './describe-fault.ts'
import { permanent, transient } from './fault.ts'
import { fitData } from './fit-data.ts'
import { renderParams, type Scope } from './params.ts'
import type { PlanNode } from './plan.ts'
import { type Run, RunLost, type StepAbout, saveDirty, takeDirty } from './run.ts'
import type { StepRecord } from './step.ts'
import { millisecondsBetween, timeNow } from './time-now.ts'

export const maxData = 256 * 1024
// A pause that is longer holds no memory: the run waits in the database.
const longestNapMs = 2_000
const longestPauseMs = 3_600_000
const usualTimeoutMs = 60_000

/** For a node that declares none: it cannot ask for what is not there. */
const noPorts = {} as NodePorts

export type Todo = { planned: PlanNode; step: StepRecord; inputs: Input[]; scope: Scope }

/** The data that came in; of several, by the node that it came from. */
export const inputOf = (inputs: Input[]): Data =>
  inputs.length === 1 && inputs[0]
    ? inputs[0].data
    : Object.fromEntries(inputs.map(({ from, data }) => [from, data]))

/** Effects in our own database commit with the record of the step. */
const isTransactional = ({ type }: PlanNode) =>
  type !== undefined &&
  ((type.effect !== 'none' && type.effect !== 'external') || (type.uses?.includes('workflows') ?? false))

function recordResult(run: Run, { step, planned }: Todo, result: NodeResult) {
  // What the run was given was judged when it came.
  const isGiven = result.data === run.triggerData
  const { data, truncated } = isGiven
    ? { data: run.triggerData, truncated: false }
    : fitData(result.data ?? {}, maxData)
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
  const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new RunLost())
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  })
}

/** The last word before an effect. What waits has had its effect: it may go on. A simulation has none. */
function refuseStopped({ keeper, facts }: Run, { effect }: AnyNodeType) {
  if (!facts.simulated && keeper.stoppedEffects.has(effect))
    throw fault('workflow.effect_stopped', { details: { effect } })
}

/** Calls the node once, in the way that its effect asks for, and writes down what came of it. */
async function callOnce(run: Run, todo: Todo): Promise<void> {
  const { planned, step, inputs } = todo
  const { type, node } = planned
  if (!type)
    throw permanent('node.unknown_type', `There is no node type ${node.type} version ${node.version}.`)
  const about: StepAbout = { facts: run.facts, nodeId: node.id, nodeType: node.type, key: keyOf(run, step) }
  const timeoutMs = node.timeoutMs ?? type.timeoutMs ?? usualTimeoutMs
  const waiting = step.wait && !step.wait.retry ? step.wait : undefined
  const params = renderParams(planned, todo.scope)
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
  if (isTransactional(planned)) return inTransaction(run, todo, about, ask)
  if (type.effect === 'external' && !run.facts.simulated) {
    step.status = 'running'
    run.dirty.add(step)
    await saveDirty(run)
  }
  const use = type.uses?.length ? run.keeper.ports(about) : noPorts
  const result = timed(ask(use), timeoutMs, run.stop.signal)
  recordResult(run, todo, result instanceof Promise ? await result : result)
  if (type.effect === 'external' && !run.facts.simulated) await saveDirty(run)
}

type Ask = (use: NodePorts) => NodeResult | Promise<NodeResult>

async function inTransaction(run: Run, todo: Todo, about: StepAbout, ask: Ask) {
  if (run.facts.simulated)
    return recordResult(run, todo, await run.keeper.rehearse(async (portsOf) => ask(portsOf(about))))
  const before = { ...todo.step, effects: [...todo.step.effects], warnings: [...todo.step.warnings] }
  let putBack: (() => void) | undefined
  try {
    await run.keeper.transact(async (portsOf) => {
      recordResult(run, todo, await ask(portsOf(about)))
      finish(todo.step)
      const taken = takeDirty(run)
      putBack = taken.putBack
      return taken.steps
    })
  } catch (error) {
    Object.assign(todo.step, before)
    putBack?.()
    throw error
  }
}

function finish(step: StepRecord) {
  if (step.status === 'waiting') return
  step.finishedAt = timeNow()
  if (step.startedAt) step.durationMs = millisecondsBetween(step.startedAt, step.finishedAt)
}

const pauseMs = ({ planned: { node } }: Todo, attempt: number, { details }: Described) => {
  const asked = typeof details?.retryAfterMs === 'number' ? details.retryAfterMs : 0
  const grown = (node.retry?.delayMs ?? 1_000) * 2 ** (attempt - 1)
  return Math.min(longestPauseMs, Math.max(asked, grown * (0.75 + Math.random() / 2)))
}

/** Whether the step is tried again: now, after a nap, or after a wait that holds no memory. */
async function mayRetry(run: Run, todo: Todo, told: Described): Promise<'now' | 'later' | 'never'> {
  const { step, planned } = todo
  const most = planned.node.retry?.maxAttempts ?? 1
  const retried = told.kind === 'transient' && step.attempt < most && !run.stop.signal.aborted
  const { code, message, kind } = told
  step.attempts.push({ attempt: step.attempt, at: new Date().toISOString(), code, message, kind, retried })
  run.dirty.add(step)
  if (!retried) return 'never'
  const pause = pauseMs(todo, step.attempt, told)
  if (pause <= longestNapMs) {
    await sleep(pause, undefined, { signal: run.stop.signal }).catch(() => undefined)
    return 'now'
  }
  const until = new Date(Date.now() + pause).toISOString()
  Object.assign(step, { status: 'waiting', wait: { for: 'time', until, retry: true } })
  return 'later'
}

/** The step has failed for good; whether the run goes on is the author's choice. */
export function recordFailure({ step, planned: { node, type } }: Todo, told: Described) {
  const at = new Date().toISOString()
  step.error = { ...told, nodeId: node.id, nodeType: node.type, attempts: step.attempt, at }
  step.status = 'failed'
  step.wait = null
  // What the next nodes see where the author lets the run go on.
  const main = type?.ports.fixed[0] ?? 'main'
  step.output = node.onError === 'fail' ? null : node.onError === 'continue' ? main : 'error'
  if (step.output !== null) step.data = { error: { code: told.code, message: told.message } }
}

/** A call to the outside that a crash cut short: nobody knows whether it had its effect. */
function noteInterruption(run: Run, todo: Todo): boolean {
  const { step, planned } = todo
  const told = {
    code: 'node.interrupted',
    message: 'The service stopped while the node was at work; it is not known whether it had its effect.',
    kind: 'permanent' as const,
  }
  const retried = planned.type?.repeatable?.(renderParams(planned, todo.scope) as never) ?? false
  const at = new Date().toISOString()
  step.attempts.push({ attempt: step.attempt, at, ...told, interrupted: true, retried })
  run.dirty.add(step)
  if (!retried) recordFailure(todo, told)
  return retried
}

async function tryUntilSettled(run: Run, todo: Todo): Promise<void> {
  const { step } = todo
  for (;;) {
    if (step.wait === null || step.wait.retry) step.attempt++
    try {
      return await callOnce(run, todo)
    } catch (error) {
      // The run was ended from outside: this is no failure of the node.
      if (run.stop.signal.aborted) throw error
      const told = describeFault(error)
      const again = await mayRetry(run, todo, told)
      if (again === 'later') return
      if (again === 'never') return recordFailure(todo, told)
    }
  }
}

/** Tries a node until it has a result, waits, or has failed for good. The step tells which. */
export async function executeStep(run: Run, todo: Todo): Promise<void> {
  const { step, inputs } = todo
  step.startedAt ??= timeNow()
  if (run.facts.simulated && inputs.length) step.input = inputOf(inputs)
  if (step.status !== 'running' || noteInterruption(run, todo)) await tryUntilSettled(run, todo)
  finish(step)
  run.dirty.add(step)
}
