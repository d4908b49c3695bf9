import { Agent } from 'undici'
import { assertNoTransaction } from '../concurrency/transaction-scope.ts'
import { type BodyOptions, cappedBody, wholeBody } from './capped-body.ts'
import type { Connect } from './connect.ts'
import { isOutboundError, OutboundFailed } from './errors.ts'
import { decodedBody, exchange, type Head } from './exchange.ts'
import { reasonOf } from './failure-reasons.ts'
import { type Hop, isRedirect, nextHop, portOf, readUrl } from './redirect.ts'
import { secure } from './secure.ts'

export type FetchOptions = {
  method?: string
  headers?: Record<string, string> | Headers | [string, string][]
  /** Not a stream: a redirect may have to send it again. */
  body?: string | Uint8Array | URLSearchParams | undefined
  signal?: AbortSignal | null | undefined
  redirect?: 'follow' | 'error' | 'manual'
  /** Whether a redirect within the origin may carry headers that may contain a secret. */
  isTrusted?: ((url: URL) => boolean) | undefined
  /** For the whole exchange, up to the last byte of the response. */
  timeoutMs?: number
  maxBytes?: number
  /** Called for each piece of the body, and at its end. */
  onRead?: (() => void) | undefined
  /** Called when the body fails, with what its reader gets. */
  onBodyError?: ((error: Error) => void) | undefined
}

export type Fetch = (url: string | URL, options?: FetchOptions) => Promise<Response>

type WholeResponse = { status: number; headers: Headers; redirected: boolean; bytes: Uint8Array }

/** Reads the whole response: without the streams of a standard Response, for half of the CPU time. */
export type FetchWhole = (
  url: string | URL,
  options?: Omit<FetchOptions, 'onRead' | 'onBodyError'>,
) => Promise<WholeResponse>

const maxRedirects = 5
const connectTimeoutMs = 10_000
/** Set by the connection, not the caller: a different Host would reach another site at a checked address. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te']

/** Throws for a port that must not be called. Asked for each request, since connections are used again. */
type CheckPort = (host: string, port: number) => Promise<void>

/** The guard makes every connection of the agent. An Agent ignores proxy settings of the environment. */
export function createAgent(connect: Connect, ca?: string) {
  const open = async (protocol: string, hostname: string, port: number) => {
    const socket = await connect(hostname, port, { timeoutMs: connectTimeoutMs })
    if (protocol !== 'https:') return socket
    return secure(socket, hostname, {
      ALPNProtocols: ['http/1.1'],
      timeoutMs: connectTimeoutMs,
      ...(ca && { ca }),
    })
  }
  return new Agent({
    allowH2: false,
    connect: ({ protocol, hostname, port }, callback) => {
      open(protocol, hostname, portOf({ protocol, port: port ?? '' })).then(
        (socket) => callback(null, socket),
        (error) => callback(error, null),
      )
    },
  })
}

/** The reason may be in the cause. */
function translate(error: unknown, hop: Hop): Error {
  for (let at = error; at instanceof Error; at = at.cause) if (isOutboundError(at)) return at
  return new OutboundFailed('unreachable', `${hop.url.host} ${reasonOf(error) ?? 'did not answer'}.`, error)
}

function readHeaders(given: FetchOptions['headers']): Headers {
  try {
    return new Headers(given)
  } catch (cause) {
    throw new OutboundFailed('bad_request', 'A header has a name or value that cannot be sent.', cause)
  }
}

function firstHop(url: string | URL, options: FetchOptions): Hop {
  const read = readUrl(url)
  const headers = readHeaders(options.headers)
  for (const name of ownHeaders) headers.delete(name)
  if (read.authorization && !headers.has('authorization')) headers.set('authorization', read.authorization)
  if (!headers.has('user-agent')) headers.set('user-agent', 'Mailwright')
  return { url: read.url, method: (options.method ?? 'GET').toUpperCase(), headers, body: options.body }
}

/** Follows redirects manually, so that each hop connects through the guard. */
async function follow(
  agent: Agent,
  check: CheckPort,
  first: Hop,
  options: FetchOptions,
  signal: AbortSignal,
) {
  let hop = first
  for (let hops = 0; ; hops++) {
    await check(hop.url.hostname, portOf(hop.url))
    const response = await exchange(agent, hop, signal).catch((error) => {
      throw signal.aborted ? signal.reason : translate(error, hop)
    })
    const location = response.headers.get('location')
    if (!isRedirect(response.status) || location === null || options.redirect === 'manual')
      return { hop, response, hops }
    response.discard()
    if (options.redirect === 'error') throw new OutboundFailed('redirected', 'The response was a redirect.')
    if (hops >= maxRedirects) throw new OutboundFailed('redirected', 'Too many redirects.')
    hop = nextHop(hop, response.status, location, options.isTrusted)
  }
}

/** A standard Response, as libraries expect, with a size-limited body. */
function toResponse(hop: Hop, hops: number, head: Head, body: ReadableStream<Uint8Array> | null) {
  // Some servers invent status codes (999), which the Response constructor rejects.
  const status = head.status >= 200 && head.status <= 599 ? head.status : 599
  // It rejects reason phrases outside Latin-1 as well.
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(head.statusText) ? head.statusText : ''
  const response = new Response(body, { status, statusText, headers: head.headers })
  return Object.defineProperties(response, {
    status: { value: head.status },
    url: { value: hop.url.href },
    redirected: { value: hops > 0 },
  })
}

/** A response up to its head, and how to read its body. */
type Opened = {
  hop: Hop
  hops: number
  head: Head
  body: AsyncIterable<Uint8Array> | null
  limits: BodyOptions
}

async function open(
  agent: Agent,
  check: CheckPort,
  url: string | URL,
  options: FetchOptions,
): Promise<Opened> {
  assertNoTransaction('An HTTP request was made')
  const { timeoutMs = 30_000, maxBytes = 10 * 1024 * 1024 } = options
  const stop = new AbortController()
  const onTimeout = () =>
    stop.abort(new OutboundFailed('timeout', `No complete response within ${timeoutMs} ms.`))
  const onAbort = () => stop.abort(new OutboundFailed('aborted', 'The call was cancelled.'))
  const timer = setTimeout(onTimeout, timeoutMs)
  const onEnd = () => {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', onAbort)
  }
  options.signal?.addEventListener('abort', onAbort)
  if (options.signal?.aborted) onAbort()
  try {
    const { hop, response, hops } = await follow(agent, check, firstHop(url, options), options, stop.signal)
    const announced = Number(response.headers.get('content-length'))
    if (announced > maxBytes && hop.method !== 'HEAD') {
      response.discard()
      throw new OutboundFailed('too_large', `The response is larger than ${maxBytes} bytes.`)
    }
    const body = decodedBody(response)
    if (!body) onEnd()
    const translated = (error: unknown) => (stop.signal.aborted ? stop.signal.reason : translate(error, hop))
    const limits = {
      maxBytes,
      translate: translated,
      onRead: options.onRead,
      onError: options.onBodyError,
      onEnd,
    }
    return { hop, hops, head: response, body, limits }
  } catch (error) {
    onEnd()
    throw error
  }
}

export const createFetch =
  (agent: Agent, check: CheckPort): Fetch =>
  async (url, options = {}) => {
    const { hop, hops, head, body, limits } = await open(agent, check, url, options)
    return toResponse(hop, hops, head, body && cappedBody(body, limits))
  }

export const createFetchWhole =
  (agent: Agent, check: CheckPort): FetchWhole =>
  async (url, options = {}) => {
    const { hops, head, body, limits } = await open(agent, check, url, options)
    const bytes = body ? await wholeBody(body, limits) : new Uint8Array()
    return { status: head.status, headers: head.headers, redirected: hops > 0, bytes }
  }
