// https://platform.openai.com/docs/api-reference/responses, /responses-streaming, /docs/guides/error-codes
import {
  anything,
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

const Item = union(
  object({ role: choice('system', 'developer'), content: string() }),
  object({
    role: choice('user'),
    content: list(object({ type: choice('input_text'), text: string() }), 1),
  }),
  object({
    type: optional(choice('message')),
    role: choice('assistant'),
    content: union(string(), list(object({ type: choice('output_text'), text: string() }), 1)),
    id: optional(string()),
  }),
  object({
    type: choice('function_call'),
    call_id: string(),
    name: string(),
    arguments: string(),
    id: optional(string()),
  }),
  object({ type: choice('function_call_output'), call_id: string(), output: string() }),
)
const Body = object({
  model: string(),
  input: list(Item, 1),
  max_output_tokens: optional(integer(16)),
  temperature: optional(number(0, 2)),
  text: optional(
    object({
      format: object({
        type: choice('json_schema'),
        name: string({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
        schema: free(),
        strict: optional(boolean()),
        description: optional(string()),
      }),
    }),
  ),
  tools: optional(
    list(
      object({
        type: choice('function'),
        name: string({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
        description: optional(string()),
        parameters: free(),
        strict: optional(boolean()),
      }),
    ),
  ),
  tool_choice: optional(anything()),
  include: optional(list(string())),
  store: optional(boolean()),
  stream: optional(boolean()),
})
type ResponsesBody = Static<typeof Body>
type InputItem = Static<typeof Item>

function itemMessage(item: InputItem) {
  if ('output' in item) return { role: 'tool' as const, text: item.output }
  if ('arguments' in item) return { role: 'assistant' as const, text: item.arguments }
  const text =
    typeof item.content === 'string' ? item.content : item.content.map((one) => one.text).join('\n')
  return { role: item.role, text }
}

const usageOf = ({ usage }: ModelAnswer) => ({
  input_tokens: usage.inputTokens,
  input_tokens_details: { cached_tokens: usage.cachedInputTokens },
  output_tokens: usage.outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: usage.inputTokens + usage.outputTokens,
})
const textItem = ({ id, text }: ModelAnswer) => ({
  type: 'message',
  id: `msg_${id}`,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
})
const callItem = (call: ModelAnswer['toolCalls'][number]) => ({
  type: 'function_call',
  id: `fc_${call.id}`,
  call_id: call.id,
  name: call.name,
  arguments: JSON.stringify(call.arguments),
  status: 'completed',
})
const hasText = ({ text, toolCalls }: ModelAnswer) => text !== '' || toolCalls.length === 0
const reasonOf = ({ finish }: ModelAnswer) => {
  if (finish === 'length') return { reason: 'max_output_tokens' }
  return finish === 'filtered' ? { reason: 'content_filter' } : null
}
const responseOf = (answer: ModelAnswer, status: string) => ({
  id: `resp_${answer.id}`,
  object: 'response',
  created_at: 1_760_000_000,
  status,
  error: null,
  incomplete_details: reasonOf(answer),
  model: answer.model,
  output: [...(hasText(answer) ? [textItem(answer)] : []), ...answer.toolCalls.map(callItem)],
  parallel_tool_calls: true,
  store: false,
  usage: usageOf(answer),
})
const finalStatus = (answer: ModelAnswer) => (reasonOf(answer) ? 'incomplete' : 'completed')

type Event = { type: string } & Record<string, unknown>
function textEvents(answer: ModelAnswer): Event[] {
  const item_id = `msg_${answer.id}`
  const at = { item_id, output_index: 0, content_index: 0 }
  const part = { type: 'output_text', text: '', annotations: [] }
  return [
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...textItem(answer), status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...at, part },
    ...answer.pieces.map((piece) => ({ type: 'response.output_text.delta', ...at, delta: piece })),
    { type: 'response.output_text.done', ...at, text: answer.text },
    { type: 'response.content_part.done', ...at, part: { ...part, text: answer.text } },
    { type: 'response.output_item.done', output_index: 0, item: textItem(answer) },
  ]
}
function callEvents(call: ModelAnswer['toolCalls'][number], output_index: number): Event[] {
  const item = callItem(call)
  const half = Math.ceil(item.arguments.length / 2)
  const at = { item_id: item.id, output_index }
  return [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', arguments: '' },
    },
    { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments.slice(0, half) },
    { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments.slice(half) },
    { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
    { type: 'response.output_item.done', output_index, item },
  ]
}
const write = (event: Event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

function streamed(answer: ModelAnswer): string[] {
  const begun = { ...responseOf(answer, 'in_progress'), output: [], usage: null, incomplete_details: null }
  const first = hasText(answer) ? 1 : 0
  const status = finalStatus(answer)
  const events: Event[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...(hasText(answer) ? textEvents(answer) : []),
    ...answer.toolCalls.flatMap((call, at) => callEvents(call, first + at)),
    { type: `response.${status}`, response: responseOf(answer, status) },
  ]
  return events.map((event, sequence_number) => write({ ...event, sequence_number }))
}

const types: Record<number, string> = { 401: 'invalid_request_error', 429: 'requests', 500: 'server_error' }
const codes: Record<number, string> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
}
export const openaiError = ({ status, message, type, code }: WireError) => ({
  error: {
    message,
    type: type ?? types[status] ?? 'invalid_request_error',
    param: null,
    code: code ?? codes[status] ?? null,
  },
})
export const modelObjects = (names: string[]) => ({
  object: 'list',
  data: names.map((id) => ({ id, object: 'model', created: 1_760_000_000, owned_by: 'scripted' })),
})

export const openaiResponses: Wire = {
  body: Body,
  read: (given) => {
    const body = given as ResponsesBody
    const items = body.input.map(itemMessage)
    return {
      model: body.model,
      system: items
        .flatMap((one) => (one.role === 'system' || one.role === 'developer' ? one.text : []))
        .join('\n'),
      messages: items.flatMap(({ role, text }) =>
        role === 'system' || role === 'developer' ? [] : [{ role, text }],
      ),
      tools: (body.tools ?? []).map((one) => one.name),
      schema: body.text?.format.schema ?? null,
      answerTool: null,
      stream: body.stream ?? false,
    }
  },
  answer: (answer) => responseOf(answer, finalStatus(answer)),
  events: streamed,
  error: openaiError,
  errorEvent: ({ message, code, status }) =>
    write({
      type: 'error',
      code: code ?? codes[status] ?? 'server_error',
      message,
      param: null,
      sequence_number: 99,
    }),
  models: modelObjects,
}
