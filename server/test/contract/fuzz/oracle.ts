import type { Case } from './case.ts'
import type { Operation } from './operations.ts'
import type { Judge, Schema } from './schema.ts'
import type { FuzzAnswer } from './send.ts'

/** 400s about content rather than form: valid requests may get them. */
const domainRefusals = new Set([
  'auth.weak_password',
  'auth.invalid_token',
  'mailbox.resync_window_invalid',
  // A move without a folder, or to an unknown one.
  'webmail.bad_request',
  // A value that its column rejects, too many rows in one call, or a page out of range.
  'tables.invalid_value',
  'tables.too_many_rows',
  'tables.page_out_of_range',
  // A provider that needs a key, an address that cannot be reached, or a model that no connection allows.
  'llm.api_key_required',
  'llm.invalid_base_url',
  'llm.model_not_allowed',
])
/** Issues about content, in a 400 that otherwise is about form. */
const contentIssues = new Set([
  'must have the columns categories, and messageId or messageIdHeader',
  'must have 1 to 1000 entries',
  'must be categories of the node',
  'must be one category at most: the node gives one',
  'is not a cursor of this evaluation',
  'is not a domain name',
  'is not an email address',
  'must be in the future',
  'must leave at least one recipient',
  'must be the name of a time zone',
  'is required for the period custom',
  'must not be before 1971',
  'must be after from',
  'must be at most 366 days after from',
  'must be an origin such as https://api.example.com, with an optional path',
  'must not be true together with apiKey',
  'must be given for a member or a workflow, and for nothing else',
  'must not be above hardUsd',
  'names a model that was named before',
  'must be a workflow of yours',
])
const maxReplyMs = 30_000

/** The envelope of every error, even when no operation was reached. */
const errorEnvelope: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
}
/** Errors outside operations: not found, or a malformed URL. */
const codesElsewhere = new Map([
  [404, 'request.not_found'],
  [400, 'request.bad_request'],
])

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const codeOf = (body: unknown) => (body as { code?: unknown } | undefined)?.code

function isContentRefusal(body: unknown): boolean {
  const { code, details } = (body ?? {}) as { code?: string; details?: { issues?: { message: string }[] } }
  const issues = details?.issues ?? []
  const isListed = issues.length > 0 && issues.every(({ message }) => contentIssues.has(message))
  return isListed || domainRefusals.has(String(code))
}

function judgeHeaders({ headers, status }: FuzzAnswer): string[] {
  const has = (name: string, part: string) => (first(headers[name]) ?? '').includes(part)
  return [
    ...(has('x-content-type-options', 'nosniff') ? [] : ['no X-Content-Type-Options: nosniff']),
    ...(has('content-security-policy', 'frame-ancestors') ? [] : ['no Content-Security-Policy']),
    ...(has('cache-control', 'no-store') ? [] : ['no Cache-Control: no-store']),
    ...(status === 429 && !first(headers['retry-after']) ? ['429 without Retry-After'] : []),
  ]
}

// Errors must not reveal internals.
const internals =
  /node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|relation \\?"|duplicate key value|FST_ERR_(?!CTP_BODY_TOO_LARGE)/

function checkBody(one: Case, operation: Operation, judge: Judge, answer: FuzzAnswer): string[] {
  const { status, text } = answer
  const body = parse(text)
  const type = first(answer.headers['content-type'])?.split(';', 1)[0]
  const isElsewhere = one.elsewhere && codeOf(body) === codesElsewhere.get(status)
  const reply = isElsewhere
    ? { type: 'application/json', schema: errorEnvelope }
    : operation.replies.get(status)
  if (!reply) return [`status ${status} is not described`]
  if (status >= 400 && internals.test(text)) return [`the error reveals internals: ${text.slice(0, 300)}`]
  if (one.method === 'HEAD') return text === '' ? [] : ['HEAD with a body']
  if (!reply.type) return text === '' ? [] : [`a body where none is described: ${text.slice(0, 200)}`]
  if (type !== reply.type) return [`content type ${type} instead of ${reply.type}`]
  if (reply.type !== 'application/json' || !reply.schema) return []
  if (body === undefined) return [`not JSON: ${text.slice(0, 200)}`]
  return judge.faultsOf(reply.schema, body).map((fault) => `the body of ${status} does not fit: ${fault}`)
}

function judgeExpectation(one: Case, operation: Operation, { status, text }: FuzzAnswer): string[] {
  const code = String(codeOf(parse(text)))
  if (one.expect === 'accepted' && status === 400 && !isContentRefusal(parse(text)))
    return [`fits the description and is refused: ${text.slice(0, 300)}`]
  if (one.expect === 'refused' && (status < 400 || status >= 500)) return ['breaks a rule and is let through']
  // Otherwise a lost session would make every case pass.
  if (one.caller === 'admin' && !operation.open && code === 'auth.unauthenticated')
    return ['the administrator was not recognised']
  return []
}

/** All violations of the description by a reply; empty when it is correct. */
export function complaints(one: Case, operation: Operation, judge: Judge, answer: FuzzAnswer): string[] {
  return [
    ...(answer.status >= 500 ? [`status ${answer.status}: ${answer.text.slice(0, 300)}`] : []),
    ...checkBody(one, operation, judge, answer),
    ...judgeHeaders(answer),
    ...judgeExpectation(one, operation, answer),
    ...(answer.ms > maxReplyMs ? [`took ${Math.round(answer.ms)} ms`] : []),
  ]
}
