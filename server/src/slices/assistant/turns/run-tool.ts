import { AppError } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import type { LlmTool, LlmToolCall } from '../../../protocols/llm/index.ts'
import type { ConversationRow } from '../conversations/conversations.store.ts'
import type { AssistantDeps } from '../ports.ts'
import { propose, proposeTool } from '../proposals/propose.ts'
import { readTools, runReadTool } from './read-tools.ts'

const maxResultLength = 24_000

/** Everything reads, except `propose`, which writes a proposal and nothing else. */
export const allTools: LlmTool[] = [...readTools, proposeTool]

/** A result that is too long is cut: the model is told so. JSON in PostgreSQL cannot contain NUL. */
function bounded(result: unknown): unknown {
  const text = JSON.stringify(result ?? null).replaceAll('\\u0000', '')
  if (text.length <= maxResultLength) return JSON.parse(text)
  return { truncated: true, length: text.length, beginning: text.slice(0, maxResultLength) }
}

/** Runs a tool as the caller. What the caller may not see is an error for the model, as for any client. */
export async function runTool(
  deps: AssistantDeps,
  caller: Caller,
  conversation: ConversationRow,
  call: LlmToolCall,
): Promise<{ ok: boolean; result: unknown }> {
  try {
    const result =
      call.name === proposeTool.name
        ? await propose(deps, caller, conversation, call)
        : await runReadTool(deps.ports, caller, call.name, call.arguments)
    if (result === undefined) return { ok: false, result: { error: 'There is no such tool.' } }
    return { ok: true, result: bounded(result) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ok: false, result: bounded({ error: error.code, details: error.extra.details }) }
  }
}
