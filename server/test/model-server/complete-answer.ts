import { randomUUID } from 'node:crypto'
import type { ModelAnswer, ModelReply, ModelRequest } from './types.ts'

/** An answer that must be the call of a tool; text that is not JSON stays text. */
function asToolCall(request: ModelRequest, reply: ModelReply): ModelReply {
  if (request.answerTool === null || reply.toolCalls) return reply
  try {
    const json: unknown = reply.json ?? JSON.parse(reply.text ?? reply.pieces?.join('') ?? '')
    const { text: _text, pieces: _pieces, json: _json, ...rest } = reply
    return { ...rest, toolCalls: [{ name: request.answerTool, arguments: json }] }
  } catch {
    return reply
  }
}

const tokensOf = (text: string) => Math.max(1, Math.ceil(text.length / 4))

/** Fills in what the rule left out: pieces, ids, usage (a token for each four characters). */
export function completeAnswer(request: ModelRequest, given: ModelReply): ModelAnswer {
  const reply = asToolCall(request, given)
  const id = randomUUID().replaceAll('-', '').slice(0, 24)
  const text =
    reply.text ?? reply.pieces?.join('') ?? (reply.json === undefined ? '' : JSON.stringify(reply.json))
  const toolCalls = (reply.toolCalls ?? []).map((call, at) => ({
    id: call.id ?? `call${String(at).padStart(2, '0')}${id.slice(0, 3)}`,
    name: call.name,
    arguments: call.arguments,
  }))
  const asked = [request.system, ...request.messages.map((one) => one.text)].join('\n')
  return {
    id,
    model: request.model,
    text,
    pieces: reply.pieces ?? text.match(/\S*\s*/g)?.filter((piece) => piece !== '') ?? [],
    toolCalls,
    finish: reply.finish ?? 'stop',
    usage: {
      inputTokens: reply.usage?.inputTokens ?? tokensOf(asked),
      cachedInputTokens: reply.usage?.cachedInputTokens ?? 0,
      outputTokens:
        reply.usage?.outputTokens ?? tokensOf(text + toolCalls.map((one) => JSON.stringify(one.arguments))),
    },
  }
}
