import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { LlmError } from './llm-error.ts'
import type { LlmEndpoint, LlmProvider } from './types.ts'

// The packages are loaded at the first call: most processes start without one, and they cost time and memory. They are
// kept, since each `import()` of a loaded package still takes a tenth of a millisecond.
const once = <T>(load: () => Promise<T>) => {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
const load = {
  anthropic: once(() => import('@ai-sdk/anthropic')),
  openai: once(() => import('@ai-sdk/openai')),
  google: once(() => import('@ai-sdk/google')),
  mistral: once(() => import('@ai-sdk/mistral')),
  openrouter: once(() => import('@openrouter/ai-sdk-provider')),
  compatible: once(() => import('@ai-sdk/openai-compatible')),
}

const defaultUrls: Record<Exclude<LlmProvider, 'openai_compatible'>, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
  openrouter: 'https://openrouter.ai/api/v1',
}

/** Always explicit: the packages would otherwise read URLs and keys from the environment. */
export function baseUrlOf({ provider, baseUrl }: LlmEndpoint): string {
  const url = baseUrl ?? (provider === 'openai_compatible' ? null : defaultUrls[provider])
  if (url === null) throw new LlmError('permanent', 'bad_request', 'This connection has no base URL.')
  return url.replace(/\/+$/, '')
}

type ModelOptions = { model: string; fetch: typeof globalThis.fetch; strict: boolean }

/** The model of a provider. The placeholder for a missing key is removed before the call. */
export async function openModel(endpoint: LlmEndpoint, options: ModelOptions): Promise<LanguageModelV4> {
  const { model, fetch, strict } = options
  const baseURL = baseUrlOf(endpoint)
  const settings = { apiKey: endpoint.apiKey ?? 'none', baseURL, fetch }
  switch (endpoint.provider) {
    case 'anthropic':
      return (await load.anthropic()).createAnthropic(settings)(model)
    case 'openai':
      return (await load.openai()).createOpenAI(settings).responses(model)
    case 'google':
      return (await load.google()).createGoogle(settings)(model)
    case 'mistral':
      return (await load.mistral()).createMistral(settings)(model)
    case 'openrouter':
      return (await load.openrouter()).createOpenRouter(settings).chat(model, {
        structuredOutputs: { strict },
        usage: { include: true },
      })
    case 'openai_compatible':
      return (await load.compatible())
        .createOpenAICompatible({
          ...settings,
          name: 'compatible',
          includeUsage: true,
          supportsStructuredOutputs: true,
        })
        .chatModel(model)
  }
}

/** OpenAI must not keep the conversation; elsewhere that is the default. */
export const providerOptions = (strict: boolean): SharedV4ProviderOptions => ({
  // Arguments come validated by the provider instead of piece by piece.
  anthropic: { toolStreaming: false },
  openai: { store: false, strictJsonSchema: strict },
  mistral: { strictJsonSchema: strict },
  compatible: { strictJsonSchema: strict },
})
