import type { LlmPurpose } from '@mailwright/contract/ai'
import { LlmError, type LlmErrorReason } from '../../../protocols/llm/index.ts'
import { chooseModel } from '../models/choose-model.ts'
import { AiFault } from './ai-fault.ts'
import { type Attempt, askOnce } from './ask-once.ts'
import { clearProbe, pauseGate } from './gate.store.ts'
import { reportFailure } from './report-circuit.ts'
import type { CallDeps, ModelAnswer, ModelCall } from './types.ts'

const defaultMaxWaitMs = 60_000
const minPauseMs = 1_000

// What speaks against the provider, and not against the request or the key.
const failuresOfProvider: ReadonlySet<LlmErrorReason> = new Set([
  'overloaded',
  'timeout',
  'unreachable',
  'provider_error',
])

async function findStored({ reads }: CallDeps, key: string | null): Promise<ModelAnswer | undefined> {
  const found = key === null ? undefined : await reads.findAnswer(key)
  if (!found) return undefined
  const { reply, provider, model, costUsd } = found
  return { reply, model: { provider, model }, costUsd, fromStore: true }
}

async function prepare({ reads }: CallDeps, call: ModelCall): Promise<Attempt> {
  const configuration = await reads.readConfiguration()
  const chosen = chooseModel(configuration, call.purpose, call)
  if (!chosen && (call.model || call.connectionId))
    throw new AiFault('ai.model_not_allowed', 'permanent', 'No AI connection allows this model.')
  if (!chosen) throw noModel(call.purpose)
  const { connection, model } = chosen
  const { provider, baseUrl } = connection
  return {
    connection,
    model: { provider, model },
    price: configuration.prices.find((one) => one.provider === provider && one.model === model),
    isBudgeted: configuration.budgets.some(
      ({ scope, subject }) =>
        scope === 'instance' || subject === call.memberId || subject === call.workflowId,
    ),
    endpoint: { provider, baseUrl, apiKey: await reads.readKey(connection) },
  }
}

const noModel = (purpose: LlmPurpose) =>
  new AiFault('ai.unavailable', 'permanent', `No AI connection is set up that could ${purpose}.`)

/** Lets the other processes know what a failure means for them. Returns whether the provider itself is well. */
async function reactToFailure(deps: CallDeps, { connection }: Attempt, error: unknown, tries: number) {
  if (!(error instanceof LlmError) || error.reason === 'cancelled') {
    await clearProbe(deps.db, connection.id)
    return false
  }
  if (error.reason === 'rate_limited')
    await pauseGate(deps.db, connection.id, error.retryAfterMs ?? minPauseMs * 2 ** Math.min(tries, 5))
  if (!failuresOfProvider.has(error.reason)) return true
  await reportFailure(deps, connection, error.message)
  return false
}

const asFault = (error: unknown, { signal }: ModelCall['request']): unknown => {
  if (!(error instanceof LlmError)) return error
  if (signal.aborted) return signal.reason
  return new AiFault(`ai.${error.reason}`, error.kind, error.message, error.retryAfterMs)
}

/** One try within the limits of the connection. Undefined: the provider asked to wait, and there is time to. */
async function attempt(deps: CallDeps, call: ModelCall, prepared: Attempt, deadline: number, tries: number) {
  const slot = await deps.limiter.acquire(prepared.connection.id, {
    signal: call.request.signal,
    maxWaitMs: Math.max(0, deadline - performance.now()),
    isForced: call.isTest ?? false,
  })
  let isHealthy = true
  try {
    // The next call may begin while this one is committed.
    return await askOnce(deps, call, prepared, () => slot.end(true))
  } catch (error) {
    isHealthy = await reactToFailure(deps, prepared, error, tries)
    const isLimited = error instanceof LlmError && error.reason === 'rate_limited'
    const waitMs = isLimited ? (error.retryAfterMs ?? minPauseMs) : 0
    if (isLimited && !call.isTest && performance.now() + waitMs < deadline) return undefined
    throw asFault(error, call.request)
  } finally {
    slot.end(isHealthy)
  }
}

/**
 * Asks a model, within the limits of its connection and the budgets. The answer, its cost and the settled budgets are
 * committed together before this returns; a committed answer is never asked for again. Throws AiFault.
 */
export async function callModel(deps: CallDeps, call: ModelCall): Promise<ModelAnswer> {
  const stored = await findStored(deps, call.key)
  if (stored) return stored
  const prepared = await prepare(deps, call)
  const deadline = performance.now() + (call.maxWaitMs ?? defaultMaxWaitMs)
  for (let tries = 0; ; tries++) {
    const answer = await attempt(deps, call, prepared, deadline, tries)
    if (answer) return answer === 'stored' ? ((await findStored(deps, call.key)) ?? fail()) : answer
  }
}

const fail = () => {
  throw new Error('the stored answer is missing')
}
