// https://platform.openai.com/docs/api-reference/chat, https://docs.mistral.ai/api/,
// https://openrouter.ai/docs/api-reference/overview
import {
  anything,
  boolean,
  choice,
  free,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  type Static,
  string,
  type TSchema,
  union,
} from '@mailwright/contract/schema'
import type { ModelAnswer, Wire, WireError } from '../types.ts'
import { modelObjects, openaiError } from './openai-responses.ts'

const Text = list(object({ type: choice('text'), text: string() }), 1)
const ToolCall = object({
  id: string(),
  type: choice('function'),
  function: object({ name: string(), arguments: string() }),
})
const Message = union(
  object({ role: choice('system', 'user'), content: union(string(), Text) }),
  object({
    role: choice('assistant'),
    content: optional(nullable(string())),
    tool_calls: optional(list(ToolCall)),
    prefix: optional(boolean()),
  }),
  object({ role: choice('tool'), tool_call_id: string(), content: string(), name: optional(string()) }),
)
const common = {
  model: string(),
  messages: list(Message, 1),
  max_tokens: optional(integer(1)),
  temperature: optional(number(0, 2)),
  response_format: optional(
    object({
      type: choice('text', 'json_object', 'json_schema'),
      json_schema: optional(
        object({
          name: string(),
          schema: free(),
          strict: optional(boolean()),
          description: optional(string()),
        }),
      ),
    }),
  ),
  tools: optional(
    list(
      object({
        type: choice('function'),
        function: object({
          name: string(),
          description: optional(string()),
          parameters: free(),
          strict: optional(boolean()),
        }),
      }),
    ),
  ),
  tool_choice: optional(anything()),
  stream: optional(boolean()),
}
const streamOptions = { stream_options: optional(object({ include_usage: boolean() })) }
const CompatibleBody = object({ ...common, ...streamOptions })
type ChatBody = Static<typeof CompatibleBody>
type ChatMessage = Static<typeof Message>

const textOf = (message: ChatMessage) => {
  const { content } = message
  const text = Array.isArray(content) ? content.map((one) => one.text).join('\n') : (content ?? '')
  const calls = 'tool_calls' in message ? (message.tool_calls ?? []) : []
  return [text, ...calls.map((one) => one.function.arguments)].filter((one) => one !== '').join('\n')
}

const finishReason = ({ finish, toolCalls }: ModelAnswer) => {
  if (finish === 'length') return 'length'
  if (finish === 'filtered') return 'content_filter'
  return toolCalls.length > 0 ? 'tool_calls' : 'stop'
}
const usageOf = ({ usage }: ModelAnswer) => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
})
const callOf = (call: ModelAnswer['toolCalls'][number], index: number) => ({
  id: call.id,
  index,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.arguments) },
})
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const head = (answer: ModelAnswer, object: string) => ({
  id: `chatcmpl-${answer.id}`,
  object,
  created: 1_760_000_000,
  model: answer.model,
})

function streamed(answer: ModelAnswer): string[] {
  const chunk = (delta: unknown, finish_reason: string | null = null, more: object = {}) =>
    event({
      ...head(answer, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
      ...more,
    })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...answer.pieces.map((piece) => chunk({ content: piece })),
    ...answer.toolCalls.map((call, index) => chunk({ tool_calls: [callOf(call, index)] })),
    chunk({ content: '' }, finishReason(answer), { usage: usageOf(answer) }),
    'data: [DONE]\n\n',
  ]
}

function chatWire(
  body: TSchema,
  error: (error: WireError) => unknown,
  models: Wire['models'] = modelObjects,
): Wire {
  return {
    body,
    read: (given) => {
      const chat = given as ChatBody
      return {
        model: chat.model,
        system: chat.messages.flatMap((one) => (one.role === 'system' ? textOf(one) : [])).join('\n'),
        messages: chat.messages.flatMap((one) =>
          one.role === 'system' ? [] : [{ role: one.role, text: textOf(one) }],
        ),
        tools: (chat.tools ?? []).map((one) => one.function.name),
        schema: chat.response_format?.json_schema?.schema ?? null,
        answerTool: null,
        stream: chat.stream ?? false,
      }
    },
    answer: (answer) => ({
      ...head(answer, 'chat.completion'),
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: answer.text === '' && answer.toolCalls.length > 0 ? null : answer.text,
            ...(answer.toolCalls.length > 0 && { tool_calls: answer.toolCalls.map(callOf) }),
          },
          finish_reason: finishReason(answer),
          logprobs: null,
        },
      ],
      usage: usageOf(answer),
    }),
    events: streamed,
    error,
    errorEvent: (one) => event(error(one)),
    models,
  }
}

export const openaiCompatible = chatWire(CompatibleBody, openaiError)

const mistralTypes: Record<number, string> = {
  400: 'invalid_request_message',
  404: 'invalid_model',
  429: 'rate_limited',
}
export const mistral = chatWire(
  object({ ...common, safe_prompt: optional(boolean()) }),
  ({ status, message, type, code }) => ({
    object: 'error',
    message,
    type: type ?? mistralTypes[status] ?? 'server_error',
    param: null,
    code: code ?? null,
  }),
  (names) => ({
    object: 'list',
    data: [
      ...names.map((id) => ({
        id,
        object: 'model',
        capabilities: { completion_chat: true, function_calling: true },
      })),
      {
        id: 'scripted-embed',
        object: 'model',
        capabilities: { completion_chat: false, function_calling: false },
      },
    ],
  }),
)

export const openrouter = chatWire(
  object({ ...common, ...streamOptions, usage: optional(object({ include: boolean() })) }),
  ({ status, message }) => ({ error: { code: status, message, metadata: { provider_name: 'Scripted' } } }),
  (names) => ({
    data: names.map((id) => ({
      id,
      name: id,
      context_length: 100_000,
      supported_parameters: ['tools', 'structured_outputs'],
    })),
  }),
)
