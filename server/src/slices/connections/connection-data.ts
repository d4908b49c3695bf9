import { httpSecrets } from '@mailwright/contract/connections'
import type { Static } from '@mailwright/contract/schema'
import { fault } from '../../platform/errors/app-error.ts'
import { compileValidator, issueOf } from '../../platform/http/validate.ts'
import type { Kind } from './connections.store.ts'

export type HttpSecret = Static<(typeof httpSecrets)[Kind]>
/** What a connection holds, as JSON in the vault. */
export type ConnectionData = HttpSecret | Record<string, string>

export const httpType = 'http_generic'

// Faults name the field and the rule, never what stands there.
const refusal = (path: string, message: string) =>
  fault('credential.bad_request', { details: { issues: [{ path: `/data${path}`, message }] } })

// RFC 9110, 5.6.2.
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// RFC 9110, 5.5: visible characters, blanks between them, and bytes above ASCII, of which Latin-1 is what can be sent.
const fieldValue = /^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\x00-\x1f\x7f]/

/** What the connection itself decides: whoever sets these changes where the request goes or where it ends. */
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
  if (!pattern.test(value)) throw refusal(path, 'must hold characters only that a header can carry')
}
const plain = (path: string, value: string) => {
  if (control.test(value)) throw refusal(path, 'must not contain control characters')
}

function judgeHttp(data: HttpSecret) {
  if (data.kind === 'apiKey') {
    if (!token.test(data.headerName)) throw refusal('/headerName', 'must be the name of a header')
    if (isReserved(data.headerName.toLowerCase()))
      throw refusal('/headerName', 'must not be a header that the connection itself decides')
    text('/value', data.value, fieldValue)
  } else if (data.kind === 'bearer') {
    text('/token', data.token, fieldValue)
  } else if (data.kind === 'basic') {
    // RFC 7617, 2: a colon ends the name.
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
  // The validator of that kind has just agreed.
  const read = data as HttpSecret
  judgeHttp(read)
  return read
}

// Four characters of a short secret are too much of it, and passwords are made by people: their end is guessed from.
const shortest = 12
const hintOf = (secret: string) => {
  const characters = [...secret]
  return characters.length < shortest ? null : characters.slice(-4).join('')
}

/** Judges the data by the type, and tells what may be shown of it. */
export function describeData(type: string, data: ConnectionData): { kind: Kind | null; hint: string | null } {
  if (type !== httpType) return { kind: null, hint: null }
  const read = readHttp(data)
  if (read.kind === 'basic') return { kind: read.kind, hint: null }
  return { kind: read.kind, hint: hintOf(read.kind === 'bearer' ? read.token : read.value) }
}
