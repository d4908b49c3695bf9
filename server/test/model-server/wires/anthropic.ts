// https://docs.anthropic.com/en/api/messages, /en/api/messages-streaming, /en/api/errors, /en/api/models-list
import {
  boolean,
  choice,
  free,
  integer,
  list,
  number,
  object,
  optional,
  type Static,
  string,
  union,
} from '@mailwright/contract/schema'
import type { ModelAnswer, Wire, WireError } from '../types.ts'

const CacheControl = object({ type: choice('ephemeral'), ttl: optional(choice('5m', '1h')) })
const Text = object({ type: choice('text'), text: string(), cache_control: optional(CacheControl) })
const ToolUse = object({ type: choice('tool_use'), id: string(), name: string(), input: free() })
const ToolResult = object({
  type: choice('tool_result'),
  tool_use_id: string(),
  content: union(string(), list(Text)),
  is_error: optional(boolean()),
})
const Body = object({
  model: string(),
  max_tokens: integer(1),
  temperature: optional(number(0, 1)),
  system: optional(union(string(), list(Text))),
  messages: list(
    union(
      object({ role: choice('user'), content: list(union(Text, ToolResult), 1) }),
      object({ role: choice('assistant'), content: list(union(Text, ToolUse), 1) }),
    ),
    1,
  ),
  tools: optional(
    list(
      object({
        name: string({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
        description: optional(string()),
        input_schema: free(),
        strict: optional(boolean()),
      }),
    ),
  ),
  tool_choice: optional(
    object({
      type: choice('auto', 'any', 'tool', 'none'),
      name: optional(string()),
      disable_parallel_tool_use: optional(boolean()),
    }),
  ),
  output_config: optional(object({ format: object({ type: choice('json_schema'), schema: free() }) })),
  stream: optional(boolean()),
})
type AnthropicBody = Static<typeof Body>
type Block = AnthropicBody['messages'][number]['content'][number]

const textOf = (content: string | Static<typeof Text>[]) =>
  typeof content === 'string' ? content : content.map((one) => one.text).join('\n')
const blockText = (block: Block) => {
  if (block.type === 'text') return block.text
  return block.type === 'tool_result' ? textOf(block.content) : JSON.stringify(block.input)
}

const stopReason = ({ finish, toolCalls }: ModelAnswer) => {
  if (finish === 'length') return 'max_tokens'
  if (finish === 'filtered') return 'refusal'
  return toolCalls.length > 0 ? 'tool_use' : 'end_turn'
}
const usageOf = ({ usage }: ModelAnswer) => ({
  input_tokens: usage.inputTokens - usage.cachedInputTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cachedInputTokens,
  output_tokens: usage.outputTokens,
})
const head = (answer: ModelAnswer) => ({
  id: `msg_${answer.id}`,
  type: 'message',
  role: 'assistant',
  model: answer.model,
  stop_sequence: null,
})
const event = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const start = (index: number, content_block: unknown) =>
  event({ type: 'content_block_start', index, content_block } as { type: string })
const delta = (index: number, data: unknown) =>
  event({ type: 'content_block_delta', index, delta: data } as { type: string })
const stop = (index: number) => event({ type: 'content_block_stop', index } as { type: string })

function streamed(answer: ModelAnswer): string[] {
  const { text, pieces, toolCalls } = answer
  const first = text === '' && toolCalls.length > 0 ? 0 : 1
  const usage = { ...usageOf(answer), output_tokens: 1 }
  const message = { ...head(answer), content: [], stop_reason: null, usage }
  return [
    event({ type: 'message_start', message } as { type: string }),
    event({ type: 'ping' }),
    ...(first === 1
      ? [
          start(0, { type: 'text', text: '' }),
          ...pieces.map((piece) => delta(0, { type: 'text_delta', text: piece })),
          stop(0),
        ]
      : []),
    ...toolCalls.flatMap((call, at) => {
      const json = JSON.stringify(call.arguments)
      const half = Math.ceil(json.length / 2)
      return [
        start(first + at, { type: 'tool_use', id: call.id, name: call.name, input: {} }),
        delta(first + at, { type: 'input_json_delta', partial_json: json.slice(0, half) }),
        delta(first + at, { type: 'input_json_delta', partial_json: json.slice(half) }),
        stop(first + at),
      ]
    }),
    event({
      type: 'message_delta',
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: answer.usage.outputTokens },
    } as { type: string }),
    event({ type: 'message_stop' }),
  ]
}

const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}
const errorBody = ({ status, message, type }: WireError) => ({
  type: 'error',
  error: { type: type ?? types[status] ?? 'api_error', message },
  request_id: 'req_scripted',
})

export const anthropic: Wire = {
  body: Body,
  read: (given) => {
    const body = given as AnthropicBody
    const isForced = body.tool_choice?.type === 'any' || body.tool_choice?.type === 'tool'
    const forced = isForced ? body.tools?.find((one) => one.name === 'json') : undefined
    return {
      model: body.model,
      system: textOf(body.system ?? ''),
      messages: body.messages.map(({ role, content }) => ({
        role: content.some((one) => one.type === 'tool_result') ? 'tool' : role,
        text: content.map(blockText).join('\n'),
      })),
      tools: forced ? [] : (body.tools ?? []).map((one) => one.name),
      schema: body.output_config?.format.schema ?? forced?.input_schema ?? null,
      answerTool: forced?.name ?? null,
      stream: body.stream ?? false,
    }
  },
  answer: (answer) => ({
    ...head(answer),
    content: [
      ...(answer.text === '' ? [] : [{ type: 'text', text: answer.text }]),
      ...answer.toolCalls.map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: call.arguments,
      })),
    ],
    stop_reason: stopReason(answer),
    usage: usageOf(answer),
  }),
  events: streamed,
  error: errorBody,
  errorEvent: (error) => event(errorBody(error)),
  models: (names) => ({
    data: names.map((id) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-01-01T00:00:00Z',
    })),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
}
