import { OutboundFailed } from './errors.ts'
import type { FetchOptions, FetchWhole } from './fetch.ts'

type HttpBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string; contentType?: string }
  | { kind: 'form'; fields: Record<string, string> }

export type HttpCallRequest = {
  method: string
  url: string | URL
  headers?: Record<string, string>
  body?: HttpBody | undefined
  signal?: AbortSignal | undefined
  isTrusted?: FetchOptions['isTrusted']
  timeoutMs?: number
  maxBytes?: number
}

/** Without the URL, which may contain a secret of the connection. */
export type HttpCallResponse = {
  status: number
  /** Names in lower case; repeated headers are joined by commas. */
  headers: Record<string, string>
  text: string
  redirected: boolean
}

/** One complete exchange with an external service. Returns any status; throws if there is no response. */
export type HttpCall = (request: HttpCallRequest) => Promise<HttpCallResponse>

const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const methods = new Set<string>(httpMethods)

type Sendable = { body: string | URLSearchParams; contentType: string }

function sendable(body: HttpBody): Sendable {
  if (body.kind === 'json')
    return { body: JSON.stringify(body.value) ?? 'null', contentType: 'application/json' }
  if (body.kind === 'text')
    return { body: body.text, contentType: body.contentType ?? 'text/plain; charset=utf-8' }
  return { body: new URLSearchParams(body.fields), contentType: 'application/x-www-form-urlencoded' }
}

const hasHeader = (headers: Record<string, string>, name: string) =>
  Object.keys(headers).some((key) => key.toLowerCase() === name)

function decoderFor(contentType: string | null) {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType ?? '')?.[1]
  try {
    return new TextDecoder(charset ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

/** A response that is too large is rejected, not truncated: half of it would be mistaken for the whole. */
export function createHttpCall(fetchWhole: FetchWhole): HttpCall {
  return async ({ body, ...request }) => {
    const method = request.method.toUpperCase()
    if (!methods.has(method)) throw new OutboundFailed('bad_request', 'This method is not supported.')
    if (body && (method === 'GET' || method === 'HEAD'))
      throw new OutboundFailed('bad_request', `${method} requests cannot have a body.`)
    const { headers = {}, timeoutMs = 30_000, maxBytes = 1024 * 1024 } = request
    const sent = body && sendable(body)
    const response = await fetchWhole(request.url, {
      method,
      timeoutMs,
      maxBytes,
      signal: request.signal,
      isTrusted: request.isTrusted,
      body: sent?.body,
      headers: {
        ...headers,
        ...(sent && !hasHeader(headers, 'content-type') ? { 'content-type': sent.contentType } : {}),
      },
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: decoderFor(response.headers.get('content-type')).decode(response.bytes),
      redirected: response.redirected,
    }
  }
}
