import type { Case } from './case.ts'
import type { Operation } from './operations.ts'
import type { Judge, Schema } from './schema.ts'
import type { FuzzAnswer } from './send.ts'

/** 400s that speak of the content and not of the form: a request of the right form may get them. */
const domainRefusals = new Set([
  'auth.weak_password',
  'auth.invalid_token',
  'mailbox.resync_window_invalid',
  // A move that names no folder, or one that is not there.
  'webmail.bad_request',
  // A value that its column does not take, more rows than one call may write, or a page that is not there.
  'tables.invalid_value',
  'tables.too_many_rows',
  'tables.page_out_of_range',
])
const slowest = 30_000

/** The envelope of every error, also where no operation was reached. */
const errorEnvelope: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
}
/** What answers where no operation is: nothing there, or an address that cannot be read. */
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

function judgeHeaders({ headers, status }: FuzzAnswer): string[] {
  const has = (name: string, part: string) => (first(headers[name]) ?? '').includes(part)
  return [
    ...(has('x-content-type-options', 'nosniff') ? [] : ['no X-Content-Type-Options: nosniff']),
    ...(has('content-security-policy', 'frame-ancestors') ? [] : ['no Content-Security-Policy']),
    ...(has('cache-control', 'no-store') ? [] : ['no Cache-Control: no-store']),
    ...(status === 429 && !first(headers['retry-after']) ? ['429 without Retry-After'] : []),
  ]
}

// Inner words in an error would tell strangers how we are built.
const innerWords =
  /node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|relation \\?"|duplicate key value|FST_ERR_(?!CTP_BODY_TOO_LARGE)/

function judgeBody(one: Case, operation: Operation, judge: Judge, answer: FuzzAnswer): string[] {
  const { status, text } = answer
  const body = parse(text)
  const type = first(answer.headers['content-type'])?.split(';', 1)[0]
  const isElsewhere = one.elsewhere && codeOf(body) === codesElsewhere.get(status)
  const reply = isElsewhere
    ? { type: 'application/json', schema: errorEnvelope }
    : operation.replies.get(status)
  if (!reply) return [`status ${status} is not described`]
  if (status >= 400 && innerWords.test(text)) return [`the error tells inner words: ${text.slice(0, 300)}`]
  if (one.method === 'HEAD') return text === '' ? [] : ['HEAD with a body']
  if (!reply.type) return text === '' ? [] : [`a body where none is described: ${text.slice(0, 200)}`]
  if (type !== reply.type) return [`content type ${type} instead of ${reply.type}`]
  if (reply.type !== 'application/json' || !reply.schema) return []
  if (body === undefined) return [`not JSON: ${text.slice(0, 200)}`]
  return judge.faultsOf(reply.schema, body).map((fault) => `the body of ${status} does not fit: ${fault}`)
}

function judgeExpectation(one: Case, operation: Operation, { status, text }: FuzzAnswer): string[] {
  const code = String(codeOf(parse(text)))
  if (one.expect === 'accepted' && status === 400 && !domainRefusals.has(code))
    return [`fits the description and is refused: ${text.slice(0, 300)}`]
  if (one.expect === 'refused' && (status < 400 || status >= 500)) return ['breaks a rule and is let through']
  // Else a lost session would make every case pass without reaching anything.
  if (one.caller === 'admin' && !operation.open && code === 'auth.unauthenticated')
    return ['the administrator was not recognised']
  return []
}

/** Everything that is wrong with an answer, by the description alone. Nothing, when it is right. */
export function complaints(one: Case, operation: Operation, judge: Judge, answer: FuzzAnswer): string[] {
  return [
    ...(answer.status >= 500 ? [`status ${answer.status}: ${answer.text.slice(0, 300)}`] : []),
    ...judgeBody(one, operation, judge, answer),
    ...judgeHeaders(answer),
    ...judgeExpectation(one, operation, answer),
    ...(answer.ms > slowest ? [`took ${Math.round(answer.ms)} ms`] : []),
  ]
}
