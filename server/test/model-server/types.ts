import type { LlmProvider } from '@mailwright/contract/ai'
import type { Static, TSchema } from '@mailwright/contract/schema'

export type Provider = Static<typeof LlmProvider>

/** `inputTokens` includes `cachedInputTokens`. */
export type ModelUsage = { inputTokens: number; cachedInputTokens: number; outputTokens: number }

type ModelMessage = { role: 'user' | 'assistant' | 'tool'; text: string }

/** What was asked, in the same shape for every provider. */
export type ModelRequest = {
  provider: Provider
  model: string
  system: string
  messages: ModelMessage[]
  /** Names of the offered tools. */
  tools: string[]
  /** The schema that the answer must have. */
  schema: Record<string, unknown> | null
  /** The answer must come as a call of this tool: how older models are given a schema. */
  answerTool: string | null
  stream: boolean
}

type ModelToolCall = { id?: string; name: string; arguments: unknown }

/**
 * What happens in the middle of the answer. `cut`: the connection breaks. `truncate`: the answer ends early and
 * properly. `hang`: silence. `error`: an error event (of a stream).
 */
type ModelFault = 'cut' | 'truncate' | 'hang' | 'error'

export type ModelReply = {
  text?: string
  /** Sent as text. */
  json?: unknown
  toolCalls?: ModelToolCall[]
  /** The pieces of a stream; otherwise the text is cut into words. */
  pieces?: string[]
  finish?: 'stop' | 'length' | 'filtered'
  usage?: Partial<ModelUsage>
  /** An error reply from 400 on. */
  status?: number
  error?: { message?: string; type?: string; code?: string }
  /** Sent instead of the provider's own shape. */
  body?: unknown
  headers?: Record<string, string>
  /** Seconds, or a date. */
  retryAfter?: number | string
  /** Before the answer. */
  delayMs?: number
  /** Between two events of a stream. */
  pauseMs?: number
  fault?: ModelFault
}

/** Text is found anywhere, in any case. All conditions must hold. */
export type ModelCondition = {
  provider?: Provider
  model?: string
  system?: string | RegExp
  /** In any message. */
  text?: string | RegExp
  /** In the last message. */
  last?: string | RegExp
  tool?: string
  stream?: boolean
}

/** The first rule that matches answers. `times`: how often, then it is used up. */
export type ModelRule = {
  when?: ModelCondition
  times?: number
  reply: ModelReply | ((request: ModelRequest) => ModelReply)
}

export type RecordedCall = ModelRequest & {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: unknown
  status: number
  /** Null until the answer, usage included, was sent completely. */
  usage: ModelUsage | null
  /** `abandoned`: the client closed the connection first. */
  outcome: 'open' | 'answered' | 'cut' | 'abandoned'
}

/** A complete answer: defaults filled in. */
export type ModelAnswer = {
  id: string
  model: string
  text: string
  pieces: string[]
  toolCalls: { id: string; name: string; arguments: unknown }[]
  finish: 'stop' | 'length' | 'filtered'
  usage: ModelUsage
}

export type WireError = { status: number; message: string; type?: string; code?: string }

/** One provider's wire format. */
export type Wire = {
  /** The documented request; anything else is answered with 400. */
  body: TSchema
  /** `body` has been validated. */
  read(body: unknown, path: string): Omit<ModelRequest, 'provider'>
  answer(answer: ModelAnswer): unknown
  /** Server-sent events, each complete with its blank line. */
  events(answer: ModelAnswer): string[]
  error(error: WireError): unknown
  errorEvent(error: WireError): string
  models(names: string[]): unknown
}
