import { LlmError, type LlmErrorReason } from './llm-error.ts'
import { readRetryAfter, readRetryDelay } from './retry-after.ts'

const maxMessageLength = 300

type Said = { message: string | null; words: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The provider's message, and the words (types, codes) by which it classifies the error. */
export function readError(body: unknown): Said {
  if (!isObject(body)) return { message: typeof body === 'string' ? body : null, words: '' }
  const error = isObject(body.error) ? body.error : body
  const message = [error.message, body.message, body.detail, body.error].find(
    (one) => typeof one === 'string' && one !== '',
  )
  const details = Array.isArray(error.details) ? error.details.filter(isObject).map((one) => one.reason) : []
  const words = [error.type, error.code, error.status, ...details].filter((one) => one != null).join(' ')
  return { message: typeof message === 'string' ? message : null, words }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Verdict = [kind: LlmError['kind'], reason: LlmErrorReason, sentence: string]

const noModel =
  /model_not_found|invalid_model|not a valid model|(unknown|invalid) model|model\b.*(not found|does not exist)/i
const noCredit = /insufficient_quota|billing|credit balance|insufficient credits/i

const verdicts: Record<number, Verdict> = {
  400: ['permanent', 'bad_request', 'The provider rejected the request'],
  401: ['permanent', 'unauthorized', 'The provider rejected the key'],
  402: ['permanent', 'provider_error', 'The account at the provider has no credit left'],
  403: ['permanent', 'unauthorized', 'The provider does not allow this call with this key'],
  404: ['permanent', 'model_not_found', 'The provider does not know this model'],
  408: ['transient', 'timeout', 'The provider took too long'],
  409: ['transient', 'provider_error', 'The provider could not process the request'],
  413: ['permanent', 'bad_request', 'The request is too large for the provider'],
  429: ['transient', 'rate_limited', 'The provider is limiting calls'],
  503: ['transient', 'overloaded', 'The provider is overloaded'],
  504: ['transient', 'timeout', 'The provider took too long'],
  529: ['transient', 'overloaded', 'The provider is overloaded'],
}

function judge(status: number, { message, words }: Said, isJson: boolean): Verdict {
  const said = `${words} ${message ?? ''}`
  if (/API_KEY_INVALID/.test(words)) return verdicts[401] as Verdict
  if (noCredit.test(said)) return verdicts[402] as Verdict
  if (status === 404 && !isJson)
    return ['permanent', 'bad_request', 'There is no AI provider at this address: check the base URL']
  if ((status === 400 || status === 422) && noModel.test(said)) return verdicts[404] as Verdict
  const verdict = verdicts[status]
  if (verdict) return verdict
  return status >= 500
    ? ['transient', 'provider_error', 'The provider failed']
    : ['permanent', 'bad_request', 'The provider rejected the request']
}

/** Our sentence and the provider's message, without the key and cut to a readable length. */
function describe(sentence: string, message: string | null, apiKey: string | null) {
  if (!message) return `${sentence}.`
  const line = message.replace(/\s+/g, ' ').trim()
  const hidden = apiKey ? line.replaceAll(apiKey, '…') : line
  return `${sentence}: ${hidden.length > maxMessageLength ? `${hidden.slice(0, maxMessageLength)}…` : hidden}`
}

/** The error for a reply with a failing status. */
export function errorOfReply(status: number, headers: Headers, text: string, apiKey: string | null) {
  const body = parse(text)
  const said = readError(body)
  const [kind, reason, sentence] = judge(status, said, isObject(body))
  const retryAfterMs = readRetryAfter(headers) ?? readRetryDelay(text)
  return new LlmError(kind, reason, describe(sentence, said.message, apiKey), { status, retryAfterMs })
}

/** The error for an error event in the middle of a stream. */
export function errorOfEvent(event: unknown, apiKey: string | null) {
  const said = readError(event)
  const words = said.words.toLowerCase()
  const status = Number(/\b([45]\d\d)\b/.exec(words)?.[1] ?? 500)
  const [kind, reason, sentence] = /overloaded|unavailable/.test(words)
    ? (verdicts[529] as Verdict)
    : /rate_limit|resource_exhausted/.test(words)
      ? (verdicts[429] as Verdict)
      : judge(status, said, true)
  return new LlmError(kind, reason, describe(sentence, said.message, apiKey))
}
