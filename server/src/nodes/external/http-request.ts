import {
  anything,
  boolean,
  choice,
  integer,
  map,
  number,
  object,
  optional,
  type Static,
  text,
  union,
  uuid,
  withDefault,
} from '@mailwright/contract/schema'
import type { Language } from '@mailwright/contract/workflow-graph/expressions/index'
import { permanent } from '../../engine/define-node.ts'

const headers = () => map(text(0, 4000, { pattern: '^[^\\r\\n\\0]*$' }), { minLength: 1, maxLength: 100 })
const scalar = () => union(text(0, 4000), number(), boolean())

const Body = union(
  object({ kind: choice('none') }),
  object({ kind: choice('json'), value: anything() }),
  object({
    kind: choice('text'),
    text: text(0, 500_000),
    contentType: optional(text(1, 200, { pattern: '^[^\\r\\n\\0]*$' })),
  }),
  object({ kind: choice('form'), fields: map(scalar(), { minLength: 1, maxLength: 200 }) }),
)

export const HttpParams = object({
  method: withDefault(choice('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'), 'GET'),
  url: text(1, 4000),
  headers: withDefault(headers(), {}),
  query: withDefault(map(scalar(), { minLength: 1, maxLength: 200 }), {}),
  body: withDefault(Body, { kind: 'none' }),
  connectionId: optional(uuid()),
  timeoutMs: withDefault(integer(1000, 60_000), 30_000),
  maxBytes: withDefault(integer(1024, 5_000_000), 1_000_000),
  failOnStatus: withDefault(boolean(), true),
})

type Query = Record<string, Static<ReturnType<typeof scalar>>>

/** The URL with its query. Which hosts may be called is checked where the call is made. */
export function urlOf(written: string, query: Query): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw permanent(
      'http.bad_url',
      `${JSON.stringify(written.slice(0, 100))} is not a web address such as https://example.org.`,
    )
  if (url.username !== '' || url.password !== '')
    throw permanent('http.bad_url', 'Do not put a password into the URL: use a connection.')
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value))
  return url
}

// Set by the HTTP client; other values would allow request smuggling (RFC 9112 section 11.2).
const reserved =
  /^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|keep-alive|expect|proxy-.*)$/i
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

export function checkHeaders(given: Record<string, string>) {
  for (const name of Object.keys(given)) {
    if (!headerName.test(name))
      throw permanent('http.bad_header', `${JSON.stringify(name)} is not a valid header name.`)
    if (reserved.test(name)) throw permanent('http.bad_header', `The header ${name} cannot be set.`)
  }
}

/** The language of a body that is written as text, by the type under which it is sent. */
export function languageOfType(headers: unknown, contentType: unknown): Language | undefined {
  const given = Object.entries(typeof headers === 'object' && headers !== null ? headers : {})
  const header = given.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const type = String(header ?? contentType ?? '').toLowerCase()
  if (/[/+]json\b/.test(type)) return 'json'
  if (/\bx-www-form-urlencoded\b/.test(type)) return 'form'
  return /[/+]xml\b|\/html\b/.test(type) ? 'xml' : undefined
}

export const hasHeader = (given: Record<string, string>, name: string) =>
  Object.keys(given).some((one) => one.toLowerCase() === name)

/** The body as it is sent, and its content type. */
export function bodyOf(body: Static<typeof Body>): { content: string | null; type?: string } {
  if (body.kind === 'json') return { content: JSON.stringify(body.value ?? null), type: 'application/json' }
  if (body.kind === 'text')
    return { content: body.text, type: body.contentType ?? 'text/plain; charset=utf-8' }
  if (body.kind === 'none') return { content: null }
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body.fields)) form.append(name, String(value))
  return { content: form.toString(), type: 'application/x-www-form-urlencoded' }
}
