import { httpSecrets } from '@mailwright/contract/connections'
import type { Static } from '@mailwright/contract/schema'
import { fault } from '../../platform/errors/app-error.ts'
import { compileValidator, issueOf } from '../../platform/http/validate.ts'
import type { Kind } from './connections.store.ts'

export type HttpSecret = Static<(typeof httpSecrets)[Kind]>
/** The secret of a connection, stored as JSON in the vault. */
export type ConnectionData = HttpSecret | Record<string, string>

export const httpType = 'http_generic'

// Errors name the field and the rule, never the value.
const refusal = (path: string, message: string) =>
  fault('credential.bad_request', { details: { issues: [{ path: `/data${path}`, message }] } })

// RFC 9110, 5.6.2.
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// RFC 9110, 5.5: visible characters, blanks between them, and bytes above ASCII (only Latin-1 can be sent).
const fieldValue = /^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const control = /[\x00-\x1f\x7f]/

/** Headers set by the HTTP client. Overriding them could redirect the request or change where it ends. */
const reserved = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-type',
  'content-encoding',
])
const isReserved = (name: string) => reserved.has(name) || name.startsWith('proxy-')

const text = (path: string, value: string, pattern: RegExp) => {
  if (!pattern.test(value)) throw refusal(path, 'must contain only characters allowed in a header')
}
const plain = (path: string, value: string) => {
  if (control.test(value)) throw refusal(path, 'must not contain control characters')
}

function checkHttp(data: HttpSecret) {
  if (data.kind === 'apiKey') {
    if (!token.test(data.headerName)) throw refusal('/headerName', 'must be a valid header name')
    if (isReserved(data.headerName.toLowerCase()))
      throw refusal('/headerName', 'must not be a header set by the HTTP client')
    text('/value', data.value, fieldValue)
  } else if (data.kind === 'bearer') {
    text('/token', data.token, fieldValue)
  } else if (data.kind === 'basic') {
    // RFC 7617, 2: a colon terminates the user name.
    if (data.username.includes(':')) throw refusal('/username', 'must not contain a colon')
    plain('/username', data.username)
    plain('/password', data.password)
  } else {
    plain('/paramName', data.paramName)
    plain('/value', data.value)
  }
}

const validators = new Map(
  Object.entries(httpSecrets).map(([kind, schema]) => [kind, compileValidator('body', schema)]),
)

function readHttp(data: ConnectionData): HttpSecret {
  const validator = validators.get(String(data.kind))
  if (!validator) throw refusal('/kind', `must be one of ${[...validators.keys()].join(', ')}`)
  if (!validator(data)) {
    const issues = (validator.errors ?? []).map(issueOf)
    throw fault('credential.bad_request', {
      details: { issues: issues.map(({ path, message }) => ({ path: `/data${path}`, message })) },
    })
  }
  // Validated for this kind just above.
  const read = data as HttpSecret
  checkHttp(read)
  return read
}

// The last four characters would reveal too much of a short secret, or of a password, which people make guessable.
const minSecretLengthForHint = 12
const hintOf = (secret: string) => {
  const characters = [...secret]
  return characters.length < minSecretLengthForHint ? null : characters.slice(-4).join('')
}

/** Validates the data for the type and returns what may be shown of it. */
export function describeData(type: string, data: ConnectionData): { kind: Kind | null; hint: string | null } {
  if (type !== httpType) return { kind: null, hint: null }
  const read = readHttp(data)
  if (read.kind === 'basic') return { kind: read.kind, hint: null }
  return { kind: read.kind, hint: hintOf(read.kind === 'bearer' ? read.token : read.value) }
}
