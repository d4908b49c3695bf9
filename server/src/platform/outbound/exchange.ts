import { type Duplex, pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Agent, Dispatcher } from 'undici'
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

type Started = Pick<Dispatcher.DispatchController, 'abort' | 'pause' | 'resume'>

/** The response as a stream. Nobody has to listen for its errors: they reach whoever reads it. */
function bodyOf(controller: Started): Readable {
  const body = new Readable({
    highWaterMark: 64 * 1024,
    read: () => controller.resume(),
    destroy(error, done) {
      // Closes the connection, unless the response is complete.
      if (!this.readableEnded) controller.abort(error ?? new Error('The response was not read.'))
      done(error)
    },
  })
  return body.on('error', () => undefined)
}

/**
 * One request up to the head of its response. Neither the `fetch` of the library, which took a fifth of the CPU of a model
 * call (`bench:ai`), nor its `request`: whatever waited for one survived young collections, whole runs included, and
 * pauses were three times as long.
 */
export function exchange(agent: Agent, hop: Hop, signal: AbortSignal): Promise<Exchange> {
  if (closedPorts.has(portOf(hop.url)))
    throw new OutboundFailed('bad_request', `The port of ${hop.url.host} belongs to another protocol.`)
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
  const sent = hop.body
  let [started, body]: [Started | undefined, Readable | undefined] = [undefined, undefined]
  const onAbort = () => {
    reject(signal.reason)
    if (body) body.destroy(signal.reason)
    else started?.abort(signal.reason)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const request = {
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method as Dispatcher.HttpMethod,
    headers: requestHeaders(hop),
    body: sent instanceof URLSearchParams ? sent.toString() : (sent ?? null),
  }
  agent.dispatch(request, {
    onRequestStart(controller) {
      started = controller
      if (signal.aborted) controller.abort(signal.reason)
    },
    onResponseStart(controller, status, headers, statusText = '') {
      if (status < 200) return
      const received = bodyOf(controller)
      body = received
      resolve({
        status,
        statusText,
        headers: responseHeaders(headers),
        method: hop.method,
        body: received,
        discard: () => void received.destroy(),
      })
    },
    onResponseData(controller, chunk) {
      if (body?.push(chunk) === false) controller.pause()
    },
    onResponseEnd() {
      body?.push(null)
    },
    onResponseError(_controller, error) {
      reject(error)
      body?.destroy(error)
    },
  })
  return promise
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
