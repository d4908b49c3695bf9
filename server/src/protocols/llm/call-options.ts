import type {
  JSONValue,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { providerOptions } from './providers.ts'
import type { JsonSchema, LlmMessage, LlmRequest, LlmToolCall } from './types.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const callPart = (call: LlmToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: call.id,
  toolName: call.name,
  // Providers accept objects only.
  input: isObject(call.arguments) ? call.arguments : { value: call.arguments },
  ...(call.metadata && { providerOptions: call.metadata as SharedV4ProviderOptions }),
})

function messageOf(message: LlmMessage): LanguageModelV4Message {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] }
  if (message.role === 'assistant')
    return {
      role: 'assistant',
      content: [
        ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
        ...message.toolCalls.map(callPart),
      ],
    }
  const value = (message.result ?? null) as JSONValue
  return {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: message.toolCallId,
        toolName: message.toolName,
        output: message.ok ? { type: 'json', value } : { type: 'error-json', value },
      },
    ],
  }
}

const isEmpty = (message: LlmMessage) =>
  message.role === 'assistant' && message.text === '' && message.toolCalls.length === 0

function promptOf({ system, messages }: LlmRequest): LanguageModelV4Prompt {
  const asked = messages.filter((one) => !isEmpty(one)).map(messageOf)
  return system === '' ? asked : [{ role: 'system', content: system }, ...asked]
}

/** Whether every object is closed with all properties required, which the strict mode of some providers demands. */
export function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  if (!isObject(schema)) return true
  const { properties, required } = schema
  if (schema.type === 'object' || properties) {
    const names = isObject(properties) ? Object.keys(properties) : []
    const needed = new Set(Array.isArray(required) ? required : [])
    if (schema.additionalProperties !== false || !names.every((name) => needed.has(name))) return false
  }
  const inner = isObject(properties) ? Object.values(properties) : []
  const defs = isObject(schema.$defs) ? Object.values(schema.$defs) : []
  return [...inner, ...defs, schema.items, schema.anyOf, schema.oneOf, schema.allOf].every(isStrict)
}

const schemaName = (name: string) => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'answer'

/** The call in the terms of the AI SDK. */
export function callOptions(request: LlmRequest, abortSignal: AbortSignal): LanguageModelV4CallOptions {
  const { output, tools = [] } = request
  const schema = output?.schema as (JsonSchema & LanguageModelV4CallOptions['responseFormat']) | undefined
  return {
    prompt: promptOf(request),
    maxOutputTokens: request.maxOutputTokens,
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(output && schema && { responseFormat: { type: 'json', schema, name: schemaName(output.name) } }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema: parameters,
      })),
      toolChoice: { type: 'auto' as const },
    }),
    providerOptions: providerOptions(isStrict(output?.schema)),
    abortSignal,
  }
}
