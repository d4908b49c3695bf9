import type { Provider, Usage } from '@pydantic/genai-prices'
import type { LlmUsage } from '../../../protocols/llm/index.ts'
import type { Model } from '../models/defaults.store.ts'
import type { Price } from './prices.store.ts'

const million = 1_000_000

function fromTable(usage: LlmUsage, { inputUsd, cachedInputUsd, outputUsd }: Price): number {
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens)
  return (
    ((usage.inputTokens - cached) * inputUsd +
      cached * (cachedInputUsd ?? inputUsd) +
      usage.outputTokens * outputUsd) /
    million
  )
}

/** Prices of a compatible server are its operator's own. */
const knowsProvider = ({ provider }: Model) => provider !== 'openai_compatible'

// Finding a model in the list of all takes a hundred times as long as the sum itself.
const found = new Map<string, Provider>()
const maxFound = 500

// Kept: importing a loaded module again takes longer than computing the price.
let prices: Promise<typeof import('@pydantic/genai-prices')> | undefined

async function fromList(usage: Usage, { provider, model }: Model): Promise<number | null> {
  // The list takes megabytes of memory: loaded by those who use a model of it.
  prices ??= import('@pydantic/genai-prices')
  const { calcPrice } = await prices
  const key = `${provider} ${model}`
  const known = found.get(key)
  const price = calcPrice(usage, model, known ? { provider: known } : { providerId: provider })
  if (price && !known && found.size < maxFound) found.set(key, { ...price.provider, models: [price.model] })
  return price?.total_price ?? null
}

/** In US dollars, with the administrator's price if there is one; null when the price is not known. */
export async function costOf(usage: LlmUsage, model: Model, own: Price | undefined): Promise<number | null> {
  if (own) return fromTable(usage, own)
  if (!knowsProvider(model)) return null
  const counted = {
    input_tokens: usage.inputTokens,
    cache_read_tokens: Math.min(usage.cachedInputTokens, usage.inputTokens),
    output_tokens: usage.outputTokens,
  }
  try {
    return await fromList(counted, model)
  } catch {
    return null
  }
}
