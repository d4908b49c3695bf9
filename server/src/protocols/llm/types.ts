import type { LlmProvider as Provider } from '@mailwright/contract/ai'
import type { Static } from '@mailwright/contract/schema'

export type LlmProvider = Static<typeof Provider>
export type JsonSchema = Record<string, unknown>

/** Without a base URL the provider's own; `openai_compatible` needs one. */
export type LlmEndpoint = { provider: LlmProvider; apiKey: string | null; baseUrl: string | null }

export type LlmTool = { name: string; description: string; parameters: JsonSchema }

export type LlmToolCall = {
  id: string
  name: string
  /** Not validated; a string if the model did not send JSON. */
  arguments: unknown
  /** The provider's own data about the call. Keep it and send it back with the call: some models demand that. */
  metadata?: Record<string, unknown>
}

export type LlmMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: LlmToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; ok: boolean; result: unknown }

export type LlmRequest = {
  model: string
  system: string
  messages: LlmMessage[]
  /** The shape of the answer, an object: validated here, repaired once. Not together with tools. */
  output?: { name: string; schema: JsonSchema }
  tools?: LlmTool[]
  maxOutputTokens: number
  temperature?: number
  signal: AbortSignal
  /** For the whole call, a repair included. */
  totalMs: number
  /** When streaming: the longest silence, the one before the first byte included. */
  idleMs: number
}

/** `inputTokens` includes `cachedInputTokens`. The usage of a repaired answer is the sum of both calls. */
export type LlmUsage = { inputTokens: number; cachedInputTokens: number; outputTokens: number }

export type LlmReply = {
  text: string
  /** The validated output, if `output` was given. */
  data: unknown
  toolCalls: LlmToolCall[]
  usage: LlmUsage
  finish: 'stop' | 'length' | 'tool_calls' | 'filtered'
  repaired: boolean
}

/** Each throws LlmError. */
export type Llm = {
  generate(endpoint: LlmEndpoint, request: LlmRequest): Promise<LlmReply>
  /** The same, with the text as it comes. The text of a repair is not reported. */
  stream(endpoint: LlmEndpoint, request: LlmRequest, onText: (piece: string) => void): Promise<LlmReply>
  /** Names of the models that the provider reports, sorted. */
  models(endpoint: LlmEndpoint, signal: AbortSignal): Promise<string[]>
}
