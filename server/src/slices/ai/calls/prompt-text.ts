import type { LlmRequest } from '../../../protocols/llm/index.ts'

type Request = Omit<LlmRequest, 'model'>

const maxTextChars = 60_000
const maxMessages = 40

const cut = (text: string) =>
  text.length > maxTextChars
    ? `${text.slice(0, maxTextChars)}… (${text.length - maxTextChars} more characters)`
    : text

/** What is kept of a request, for people to read: its texts, bounded. */
export const keptPrompt = ({ system, messages, output, tools }: Request) => ({
  system: cut(system),
  messages: messages.slice(-maxMessages).map((message) => {
    if (message.role === 'tool') return { role: message.role, text: cut(JSON.stringify(message.result)) }
    const calls = message.role === 'assistant' ? message.toolCalls : []
    const texts = [
      message.text,
      ...calls.map(({ name, arguments: given }) => `${name}(${JSON.stringify(given)})`),
    ]
    return { role: message.role, text: cut(texts.filter((text) => text !== '').join('\n')) }
  }),
  output: output?.name ?? null,
  tools: (tools ?? []).map(({ name }) => name),
})

const bytesPerToken = 3

/** What a call may use at most. Texts have four bytes per token or more in most languages; an answer may be repaired. */
export function estimateUsage({ system, messages, output, tools, maxOutputTokens }: Request) {
  const bytes = Buffer.byteLength(JSON.stringify([system, messages, output?.schema ?? null, tools ?? null]))
  const calls = output ? 2 : 1
  const inputTokens = Math.ceil(bytes / bytesPerToken) + (calls - 1) * maxOutputTokens
  return { inputTokens: calls * inputTokens, cachedInputTokens: 0, outputTokens: calls * maxOutputTokens }
}
