import { pause } from '../../../platform/concurrency/time.ts'
import { isDatabaseUnavailable } from '../../../platform/db/faults.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { type LlmEndpoint, LlmError, type LlmReply, type LlmUsage } from '../../../protocols/llm/index.ts'
import type { ConnectionRow } from '../connections/connections.store.ts'
import { costOf } from '../costs/cost-of.ts'
import { reportRefusal, warnOfBudgets } from '../costs/notify-budgets.ts'
import type { Price } from '../costs/prices.store.ts'
import type { Model } from '../models/defaults.store.ts'
import { AiFault } from './ai-fault.ts'
import { type CallRecord, freeReservation, reserve, settleCall } from './calls.store.ts'
import { estimateUsage, keptPrompt } from './prompt-text.ts'
import type { CallDeps, ModelAnswer, ModelCall } from './types.ts'

export type Attempt = {
  connection: ConnectionRow
  model: Model
  price: Price | undefined
  /** A budget may apply to the call. */
  isBudgeted: boolean
  endpoint: LlmEndpoint
}

const settleTries = 5
const settlePauseMs = 500

const budgetOf = {
  instance: 'The monthly AI budget of this instance is used up.',
  member: "The member's monthly AI budget is used up.",
  workflow: "The workflow's monthly AI budget is used up.",
}

/** Returns whether the call counts in a budget. */
async function reserveBudget(
  deps: CallDeps,
  callId: string,
  call: ModelCall,
  attempt: Attempt,
): Promise<boolean> {
  if (!attempt.isBudgeted) return false
  const amountUsd = (await costOf(estimateUsage(call.request), attempt.model, attempt.price)) ?? 0
  const { memberId, workflowId = null } = call
  const processId = deps.processId()
  const result = await reserve(deps.db, { callId, processId, memberId, workflowId, amountUsd })
  if (result === null || result === 'reserved') return result !== null
  await reportRefusal(deps, result, { memberId, workflowId })
  throw new AiFault('ai.budget_exceeded', 'permanent', budgetOf[result])
}

/** The answer is paid for: a database that is away for a moment must not lose it. */
async function settle({ db }: CallDeps, record: CallRecord): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await settleCall(db, record)
    } catch (error) {
      if (tries >= settleTries || !isDatabaseUnavailable(error)) throw error
      await pause(settlePauseMs * tries, AbortSignal.any([]))
    }
  }
}

const recordOf = async (
  id: string,
  call: ModelCall,
  { model, price }: Attempt,
  usage: LlmUsage,
  reply: LlmReply | null,
): Promise<CallRecord> => ({
  id,
  memberId: call.memberId,
  workflowId: call.workflowId ?? null,
  executionId: call.executionId ?? null,
  nodeId: call.nodeId ?? null,
  mailboxId: call.mailboxId ?? null,
  purpose: call.purpose,
  model,
  usage,
  costUsd: await costOf(usage, model, price),
  answer: reply && { key: call.key, prompt: keptPrompt(call.request), reply },
})

/** A failed call may have cost something. Its own error matters more than one of the database. */
async function settleFailure(deps: CallDeps, id: string, call: ModelCall, attempt: Attempt, error: unknown) {
  const usage = error instanceof LlmError ? error.usage : null
  if (!usage && !attempt.isBudgeted) return
  const settled = usage
    ? recordOf(id, call, attempt, usage, null).then((record) => settle(deps, record))
    : freeReservation(deps.db, id)
  await settled.catch((err) => deps.log.warn({ err }, 'failed to record an AI call that failed'))
}

/** `stored`: another process has committed an answer under the key meanwhile. */
export async function askOnce(
  deps: CallDeps,
  call: ModelCall,
  attempt: Attempt,
  onAnswered: () => void,
): Promise<ModelAnswer | 'stored'> {
  const id = newId()
  const isBudgeted = await reserveBudget(deps, id, call, attempt)
  const request = { ...call.request, model: attempt.model.model }
  const asked = call.onText
    ? deps.llm.stream(attempt.endpoint, request, call.onText)
    : deps.llm.generate(attempt.endpoint, request)
  const reply = await asked.catch(async (error) => {
    await settleFailure(deps, id, call, attempt, error)
    throw error
  })
  onAnswered()
  const record = await recordOf(id, call, attempt, reply.usage, reply)
  const isStored = await settle(deps, record)
  // The answer is committed: a warning that cannot be written must not lose it.
  if (isBudgeted)
    await warnOfBudgets(deps, record).catch((err) => deps.log.warn({ err }, 'failed to warn of an AI budget'))
  if (!isStored) return 'stored'
  return { reply, model: attempt.model, costUsd: record.costUsd, fromStore: false }
}
