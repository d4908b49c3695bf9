import { randomBytes } from 'node:crypto'
import type { Database } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids/ids.ts'
import type { JobContext } from '../../../platform/jobs/define-job.ts'
import type { LlmToolCall } from '../../../protocols/llm/index.ts'
import {
  addUsage,
  type ConversationRow,
  endTurn,
  findTurn,
  lockTurn,
} from '../conversations/conversations.store.ts'
import {
  closeMessages,
  completeMessage,
  findMessages,
  insertMessage,
  type MessageRow,
} from '../conversations/messages.store.ts'
import { publishStatus } from '../conversations/send-message.ts'
import type { AssistantDeps } from '../ports.ts'
import { historyOf, instructions } from './build-prompt.ts'
import { allTools, runTool } from './run-tool.ts'
import { createTextStream } from './stream-text.ts'
import type { TurnPayload } from './turn-job.ts'

const maxCalls = 16
const maxOutputTokens = 8000
const totalMs = 5 * 60_000
const idleMs = 90_000
const watchMs = 500

/** Aborts once the turn was cancelled, in whatever process. */
function watchTurn(db: Database, { conversationId, turn }: TurnPayload, signal: AbortSignal) {
  const lost = new AbortController()
  const timer = setInterval(() => {
    findTurn(db, conversationId, turn).then(
      (found) => found || lost.abort(new TurnLost()),
      () => {},
    )
  }, watchMs)
  return {
    signal: AbortSignal.any([signal, lost.signal]),
    lose: () => lost.abort(new TurnLost()),
    stop: () => clearInterval(timer),
  }
}
type Watch = ReturnType<typeof watchTurn>

/** The turn was cancelled. */
class TurnLost extends Error {}

/** The message that the answer is streamed into: the one that a former attempt began, or a new one. */
async function openAnswer(db: Database, conversation: ConversationRow, rows: MessageRow[]) {
  const begun = rows.find(({ isComplete }) => !isComplete)
  if (begun) return begun
  const message = await db.transaction(async (tx) => {
    if (!(await lockTurn(tx, conversation.id, conversation.turn))) throw new TurnLost()
    const answer = { id: newId(), conversationId: conversation.id, role: 'assistant' as const }
    return insertMessage(tx, { ...answer, isComplete: false })
  })
  if (!message) throw new Error('the insert returned no row')
  return message
}

/** Some servers give the same ids in every answer. Nine letters or digits are accepted by all providers. */
function withOwnIds(calls: LlmToolCall[], rows: MessageRow[]): LlmToolCall[] {
  const used = new Set(rows.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)))
  return calls.map((call) => {
    const id = call.id !== '' && !used.has(call.id) ? call.id : randomBytes(5).toString('hex').slice(0, 9)
    used.add(id)
    return { ...call, id }
  })
}

async function askModel(
  deps: AssistantDeps,
  conversation: ConversationRow,
  rows: MessageRow[],
  watch: Watch,
) {
  const { db, ports } = deps
  const { id, memberId, turn, model } = conversation
  const message = await openAnswer(db, conversation, rows)
  const text = createTextStream(deps, { memberId, conversationId: id, messageId: message.id }, watch.lose)
  const answer = await ports
    .ask({
      key: `assistant ${message.id}`,
      memberId,
      ...(model && { model: { provider: model.provider, model: model.model } }),
      ...(model?.connectionId && { connectionId: model.connectionId }),
      request: {
        system: instructions(conversation.workflowId),
        messages: historyOf(rows),
        tools: allTools,
        maxOutputTokens,
        signal: watch.signal,
        totalMs,
        idleMs,
      },
      onText: text.add,
    })
    .finally(text.end)
  const { reply } = answer
  await db.transaction(async (tx) => {
    const used = { ...reply.usage, model: answer.model.model, costUsd: answer.costUsd }
    await addUsage(tx, id, used)
    if (!(await lockTurn(tx, id, turn))) throw new TurnLost()
    await completeMessage(tx, message.id, {
      content: reply.text.replaceAll('\0', ''),
      toolCalls: withOwnIds(reply.toolCalls, rows),
      model: answer.model.model,
    })
    publishStatus(tx, deps, memberId, id, 'running')
  })
}

/** Runs the calls of the last answer that have no result yet. Returns false if there are none. */
async function runTools(deps: AssistantDeps, conversation: ConversationRow, rows: MessageRow[]) {
  const answered = new Set(rows.flatMap(({ toolCallId }) => toolCallId ?? []))
  const last = rows.findLast(({ role }) => role === 'assistant')
  const open = (last?.toolCalls ?? []).filter(({ id }) => !answered.has(id))
  if (open.length === 0) return false
  const { id: conversationId, memberId, scopes, turn } = conversation
  const caller = await deps.ports.findCaller(deps.db, memberId, scopes)
  if (!caller) throw new TurnLost()
  for (const call of open) {
    const { ok, result } = await runTool(deps, caller, conversation, call)
    await deps.db.transaction(async (tx) => {
      if (!(await lockTurn(tx, conversationId, turn))) throw new TurnLost()
      const done = { toolCallId: call.id, toolName: call.name, toolOk: ok, toolResult: result }
      await insertMessage(tx, { id: newId(), conversationId, role: 'tool', ...done })
      publishStatus(tx, deps, memberId, conversationId, 'running')
    })
  }
  return true
}

async function finish(
  deps: AssistantDeps,
  conversation: ConversationRow,
  status: 'idle' | 'failed',
  words?: string,
) {
  const { id, memberId, turn } = conversation
  await deps.db.transaction(async (tx) => {
    if (!(await endTurn(tx, id, turn, status))) return
    await closeMessages(tx, id)
    if (words !== undefined)
      await insertMessage(tx, {
        id: newId(),
        conversationId: id,
        role: 'assistant',
        isComplete: true,
        content: words,
      })
    publishStatus(tx, deps, memberId, id, status)
  })
}

/** Goes on where the stored messages end: at a tool call without a result, or at the model. */
async function goOn(deps: AssistantDeps, payload: TurnPayload, watch: Watch): Promise<void> {
  for (let calls = 0; ; calls++) {
    watch.signal.throwIfAborted()
    const conversation = await findTurn(deps.db, payload.conversationId, payload.turn)
    if (!conversation) return
    const rows = await findMessages(deps.db, conversation.id)
    const last = rows.at(-1)
    const isAnswered = last?.role === 'assistant' && last.isComplete
    if (isAnswered && !(await runTools(deps, conversation, rows))) return finish(deps, conversation, 'idle')
    if (isAnswered) continue
    if (last?.role === 'tool' && (await runTools(deps, conversation, rows))) continue
    if (calls >= maxCalls)
      return finish(deps, conversation, 'failed', 'I stopped here: this took too many steps.')
    await askModel(deps, conversation, rows, watch)
  }
}

const isTransient = (error: unknown) =>
  error instanceof Error && 'kind' in error && error.kind === 'transient'
const isOfModel = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ai.')

/** The job of a turn. It may be repeated at any point: answers and results are stored one by one. */
export async function runTurn(
  deps: AssistantDeps,
  payload: TurnPayload,
  context: Pick<JobContext, 'signal' | 'lastAttempt'>,
) {
  const watch = watchTurn(deps.db, payload, context.signal)
  try {
    await goOn(deps, payload, watch)
  } catch (error) {
    if (context.signal.aborted) throw error
    if (error instanceof TurnLost || watch.signal.reason instanceof TurnLost) return
    if (isTransient(error) && !context.lastAttempt) throw error
    const conversation = await findTurn(deps.db, payload.conversationId, payload.turn)
    const words = isOfModel(error) ? error.message : 'Something went wrong here.'
    if (conversation) await finish(deps, conversation, 'failed', words)
    if (!isOfModel(error)) throw error
  } finally {
    watch.stop()
  }
}
