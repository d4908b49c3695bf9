import { fault } from '../../platform/errors/app-error.ts'

/** Sequences that a server may decode, normalise or cut differently from us. */
const ambiguous = /%(?:2e|2f|5c|25|3b|00)|[;\\]|\/\//i

const isPlainPath = (path: string) =>
  !ambiguous.test(path) && path.split('/').every((part) => part !== '.' && part !== '..')

const refusal = (index: number, message: string) =>
  fault('credential.bad_request', { details: { issues: [{ path: `/origins/${index}`, message }] } })

/** The canonical form of an origin with an optional path: lower case, IDN as ASCII, without a default port. */
function readOrigin(written: string, index: number): string {
  const url = URL.canParse(written) ? new URL(written) : undefined
  // The URL parser resolves dots and turns backslashes into slashes: what was written must already be plain.
  const path = /^[a-z]+:\/\/[^/?#\\]+(\/.*)?$/i.exec(written)?.[1] ?? ''
  if (!url || !/^https?:\/\/[^/]/i.test(written) || !/^https?:$/.test(url.protocol))
    throw refusal(index, 'must be an origin such as https://api.example.com, with an optional path')
  if (url.username !== '' || url.password !== '') throw refusal(index, 'must not contain a user name')
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(written))
    throw refusal(index, 'must not contain a query or a fragment')
  if (url.hostname.includes('*')) throw refusal(index, 'must not contain a wildcard')
  if (!isPlainPath(path))
    throw refusal(index, 'must have a path without dots, encoded slashes and semicolons')
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}

/** Validates origins and returns them in canonical form, without duplicates. */
export const readOrigins = (written: readonly string[]): string[] => [...new Set(written.map(readOrigin))]

function matches(url: URL, allowed: string): boolean {
  const { origin, pathname } = new URL(allowed)
  if (url.origin !== origin) return false
  if (pathname === '/') return true
  return isPlainPath(url.pathname) && (url.pathname === pathname || url.pathname.startsWith(`${pathname}/`))
}

/** Whether a request to the URL may carry the secret. */
export const mayReceive = (origins: readonly string[], url: URL): boolean =>
  /^https?:$/.test(url.protocol) &&
  url.username === '' &&
  url.password === '' &&
  origins.some((allowed) => matches(url, allowed))
