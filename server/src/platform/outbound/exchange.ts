import { type Duplex, pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Agent } from 'undici'
import { closedPorts } from './closed-ports.ts'
import { OutboundFailed } from './errors.ts'
import { type Hop, portOf } from './redirect.ts'

export type Head = { status: number; statusText: string; headers: Headers }
type Exchange = Head & { method: string; body: Readable /** Leaves the body unread. */; discard(): void }

function sendable({ body }: Hop): { body: string | Uint8Array | null; contentType: string } {
  const isForm = body instanceof URLSearchParams
  return {
    body: isForm ? body.toString() : (body ?? null),
    contentType: isForm ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain;charset=UTF-8',
  }
}

function requestHeaders(hop: Hop, contentType: string) {
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'gzip, br' }
  if (typeof hop.body === 'string' || hop.body instanceof URLSearchParams)
    headers['content-type'] = contentType
  for (const [name, value] of hop.headers) headers[name] = value
  return headers
}

function responseHeaders(received: Record<string, string | string[] | undefined>) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  return headers
}

/**
 * One request up to the head of its response. The agent's `request`, not the `fetch` of the same library: fetch took a
 * fifth of the CPU of a model call (`bench:ai`).
 */
export async function exchange(agent: Agent, hop: Hop, signal: AbortSignal): Promise<Exchange> {
  if (closedPorts.has(portOf(hop.url)))
    throw new OutboundFailed('bad_request', `The port of ${hop.url.host} belongs to another protocol.`)
  const { body, contentType } = sendable(hop)
  const response = await agent.request({
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: requestHeaders(hop, contentType),
    body,
    signal,
  })
  return {
    status: response.statusCode,
    statusText: response.statusText,
    headers: responseHeaders(response.headers),
    method: hop.method,
    body: response.body,
    discard: () => {
      response.body.on('error', () => undefined).destroy()
    },
  }
}

// Like browsers, gives what arrived of a body that ends early; its length tells the reader.
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}
const decoders: Record<string, () => Duplex> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress(lenientBrotli),
}
const maxCodings = 5
const bodilessStatuses = new Set([204, 205, 304])

/** The body as the sender meant it, or null where the protocol has none. An unknown encoding is left as it is. */
export function decodedBody({ method, status, headers, body }: Exchange): AsyncIterable<Uint8Array> | null {
  if (method === 'HEAD' || bodilessStatuses.has(status)) {
    body.resume()
    return null
  }
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',', maxCodings + 1)
  const chain = codings.map((coding) => decoders[coding.trim()]).reverse()
  if (chain.length > maxCodings || !chain.every((decoder) => decoder !== undefined)) return body
  // The error reaches the reader through the last stream.
  return chain.reduce<Readable>((from, decoder) => pipeline(from, decoder(), () => undefined), body)
}
