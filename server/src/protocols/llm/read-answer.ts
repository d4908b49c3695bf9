import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { LlmError } from './llm-error.ts'
import type { LlmReply, LlmToolCall, LlmUsage } from './types.ts'

/** One answer, not validated yet. */
export type Answer = Pick<LlmReply, 'text' | 'toolCalls' | 'usage' | 'finish'>

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): LlmUsage => ({
  inputTokens: inputTokens.total ?? 0,
  cachedInputTokens: inputTokens.cacheRead ?? 0,
  outputTokens: outputTokens.total ?? 0,
})

function readArguments(input: string): unknown {
  if (input.trim() === '') return {}
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

const toolCallOf = ({
  toolCallId,
  toolName,
  input,
  providerMetadata,
}: LanguageModelV4ToolCall): LlmToolCall => ({
  id: toolCallId,
  name: toolName,
  arguments: readArguments(input),
  ...(providerMetadata && { metadata: providerMetadata }),
})

/** Without a reason a stream has ended early; a whole answer of a plain server may lack one. */
function finishOf(reason: LanguageModelV4FinishReason, answer: Omit<Answer, 'finish'>, isStream: boolean) {
  const { usage } = answer
  if (reason.unified === 'length') return 'length'
  if (reason.unified === 'content-filter') return 'filtered'
  if (reason.unified === 'tool-calls' || reason.unified === 'stop')
    return answer.toolCalls.length > 0 ? 'tool_calls' : 'stop'
  if (reason.unified === 'error')
    throw new LlmError('transient', 'provider_error', 'The provider failed while it answered.', { usage })
  if (reason.raw === undefined && isStream)
    throw new LlmError('transient', 'unreachable', 'The answer ended before it was complete.')
  if (answer.text === '')
    throw new LlmError('transient', 'provider_error', 'The provider returned an empty answer.', { usage })
  return 'stop'
}

export async function readWhole(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<Answer> {
  const result = await model.doGenerate(options)
  const parts = result.content
  const answer = {
    text:
      result.structuredOutputText ??
      parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(''),
    toolCalls: parts.flatMap((part) => (part.type === 'tool-call' ? toolCallOf(part) : [])),
    usage: usageOf(result.usage),
  }
  return { ...answer, finish: finishOf(result.finishReason, answer, false) }
}

type OnEvent = { text: (piece: string) => void; error: (event: unknown) => unknown }

export async function readStream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  on: OnEvent,
): Promise<Answer> {
  const { stream } = await model.doStream(options)
  let text = ''
  const toolCalls: LlmToolCall[] = []
  let finish: LanguageModelV4FinishReason = { unified: 'other', raw: undefined }
  let usage: LlmUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  for await (const part of stream) {
    if (part.type === 'text-delta') {
      text += part.delta
      if (part.delta !== '') on.text(part.delta)
    } else if (part.type === 'tool-call') toolCalls.push(toolCallOf(part))
    else if (part.type === 'error') throw on.error(part.error)
    else if (part.type === 'finish') {
      finish = part.finishReason
      usage = usageOf(part.usage)
    }
  }
  const answer = { text, toolCalls, usage }
  return { ...answer, finish: finishOf(finish, answer, true) }
}
