import { unescape as decode } from 'node:querystring'
import { OutboundFailed } from './errors.ts'

export type Hop = {
  url: URL
  method: string
  headers: Headers
  body: string | Uint8Array | URLSearchParams | undefined
}

// All others may contain a secret (`authorization`, `cookie`, `x-api-key`, a custom header).
const safeHeaders = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

export const portOf = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>) =>
  Number(port) || (protocol === 'https:' ? 443 : 80)

export const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** Only http and https; credentials before the @ become a header, as in a browser. */
export function readUrl(url: string | URL, base?: URL): { url: URL; authorization?: string } {
  if (!URL.canParse(url.toString(), base?.href))
    throw new OutboundFailed('bad_request', 'The URL is invalid.')
  const read = new URL(url, base)
  if (read.protocol !== 'http:' && read.protocol !== 'https:')
    throw new OutboundFailed('bad_request', 'Only http and https URLs are supported.')
  const { username, password } = read
  if (!username && !password) return { url: read }
  read.username = ''
  read.password = ''
  const pair = Buffer.from(`${decode(username)}:${decode(password)}`)
  return { url: read, authorization: `Basic ${pair.toString('base64')}` }
}

/** The request after a redirect, as in the fetch standard (HTTP-redirect fetch), but stricter with headers. */
export function nextHop(
  hop: Hop,
  status: number,
  location: string,
  isTrusted: (url: URL) => boolean = () => true,
): Hop {
  const { url } = readUrl(location, hop.url)
  const headers = new Headers(hop.headers)
  if (url.origin !== hop.url.origin || !isTrusted(url))
    for (const name of [...headers.keys()]) if (!safeHeaders.has(name)) headers.delete(name)
  const becomesGet =
    (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST')
  if (!becomesGet) return { ...hop, url, headers }
  for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name)
  return { url, method: 'GET', headers, body: undefined }
}
