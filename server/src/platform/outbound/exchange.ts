import { type Duplex, pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Agent } from 'undici'
import { closedPorts } from './closed-ports.ts'
import { OutboundFailed } from './errors.ts'
import { type Hop, portOf } from './redirect.ts'

export type Head = { status: number; statusText: string; headers: Headers }
type Exchange = Head & {
  method: string
  body: Readable
  /** Closes the connection: nobody will read the body. */
  discard(): void
}

/** As in the fetch standard; bytes have no type of their own. */
function contentTypeOf(body: Hop['body']) {
  if (typeof body === 'string') return 'text/plain;charset=UTF-8'
  return body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : undefined
}

function requestHeaders({ headers, body }: Hop) {
  const sent = new Headers({ accept: '*/*', 'accept-encoding': 'gzip, br' })
  const contentType = contentTypeOf(body)
  if (contentType) sent.set('content-type', contentType)
  for (const [name, value] of headers) sent.set(name, value)
  return [...sent].flat()
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
  const { body } = hop
  const response = await agent.request({
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: requestHeaders(hop),
    body: body instanceof URLSearchParams ? body.toString() : (body ?? null),
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

// As browsers do: a compressed body without its end mark is accepted.
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}
// A Map, since a server may name an encoding `constructor`.
const decoders: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', () => createGunzip(lenient)],
  ['x-gzip', () => createGunzip(lenient)],
  ['deflate', () => createInflate(lenient)],
  ['br', () => createBrotliDecompress(lenientBrotli)],
])
const maxCodings = 5
const bodilessStatuses = new Set([204, 205, 304])

/** The body as the sender meant it, or null where the protocol has none. An unknown encoding is left as it is. */
export function decodedBody({ method, status, headers, body }: Exchange): AsyncIterable<Uint8Array> | null {
  if (method === 'HEAD' || bodilessStatuses.has(status)) {
    body.resume()
    return null
  }
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',', maxCodings + 1)
  const chain = codings.map((coding) => decoders.get(coding.trim())).reverse()
  if (chain.length > maxCodings || !chain.every((decoder) => decoder !== undefined)) return body
  // The error reaches the reader through the last stream.
  return chain.reduce<Readable>((from, decoder) => pipeline(from, decoder(), () => undefined), body)
}
