import { LlmError } from './llm-error.ts'
import { baseUrlOf } from './providers.ts'
import type { LlmEndpoint, LlmProvider } from './types.ts'

const maxPages = 10

type ListedModel = {
  id?: string
  name?: string
  supportedGenerationMethods?: string[]
  capabilities?: { completion_chat?: boolean }
}
type Page = {
  data?: ListedModel[]
  models?: ListedModel[]
  has_more?: boolean
  last_id?: string | null
  nextPageToken?: string
}

function headersOf({ provider, apiKey }: LlmEndpoint): Record<string, string> {
  const key = apiKey ?? ''
  if (provider === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  return provider === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}

function pageUrl(endpoint: LlmEndpoint, after: string | null): string {
  const url = new URL(`${baseUrlOf(endpoint)}/models`)
  if (endpoint.provider === 'anthropic') url.searchParams.set('limit', '1000')
  if (endpoint.provider === 'google') url.searchParams.set('pageSize', '1000')
  if (after !== null) url.searchParams.set(endpoint.provider === 'google' ? 'pageToken' : 'after_id', after)
  return url.href
}

function nextOf({ has_more, last_id, nextPageToken }: Page): string | null {
  if (nextPageToken) return nextPageToken
  return has_more && last_id ? last_id : null
}

/** Whether it writes text, where the list says so. */
const canAnswer = (model: ListedModel) =>
  model.supportedGenerationMethods?.includes('generateContent') !== false &&
  model.capabilities?.completion_chat !== false

const nameOf = (model: ListedModel, provider: LlmProvider) =>
  provider === 'google' ? model.name?.replace(/^models\//, '') : model.id

function readPage(text: string): Page {
  const failed = new LlmError(
    'permanent',
    'provider_error',
    'The provider did not answer with a list of models.',
  )
  try {
    const page: unknown = JSON.parse(text)
    if (typeof page === 'object' && page !== null) {
      const { data, models } = page as Page
      if (Array.isArray(data) || Array.isArray(models)) return page as Page
    }
  } catch {
    throw failed
  }
  throw failed
}

/** The names in the provider's own list, sorted. */
export async function listModels(endpoint: LlmEndpoint, fetch: typeof globalThis.fetch): Promise<string[]> {
  const names = new Set<string>()
  let after: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const response = await fetch(pageUrl(endpoint, after), { headers: headersOf(endpoint) })
    const page = readPage(await response.text())
    for (const model of page.data ?? page.models ?? []) {
      const name = nameOf(model, endpoint.provider)
      if (name && canAnswer(model)) names.add(name)
    }
    after = nextOf(page)
    if (after === null) break
  }
  return [...names].sort()
}
