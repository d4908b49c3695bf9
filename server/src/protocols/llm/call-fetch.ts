import {
  HostNotFound,
  isOutboundError,
  OutboundBlocked,
  type OutboundFailed,
} from '../../platform/outbound/errors.ts'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import type { CallLimits } from './call-limits.ts'
import { LlmError } from './llm-error.ts'
import { errorOfReply } from './provider-error.ts'
import type { LlmEndpoint } from './types.ts'

const maxBytes = 32 * 1024 * 1024
const credentials = ['authorization', 'x-api-key', 'x-goog-api-key']

function errorOfTransport(error: OutboundBlocked | HostNotFound | OutboundFailed): LlmError {
  if (error instanceof OutboundBlocked) return new LlmError('permanent', 'blocked_address', error.message)
  if (error instanceof HostNotFound)
    return new LlmError(error.temporary ? 'transient' : 'permanent', 'unreachable', error.message)
  switch (error.kind) {
    case 'timeout':
      return new LlmError('transient', 'timeout', error.message)
    case 'aborted':
      return new LlmError('transient', 'cancelled', error.message)
    case 'too_large':
      return new LlmError('permanent', 'too_large', error.message)
    case 'unreachable':
    case 'tls_failed':
      return new LlmError('transient', 'unreachable', error.message)
    default:
      return new LlmError('permanent', 'bad_request', error.message)
  }
}

/** Why a call through the guard failed: its own limits first, since aborting is what they do. */
function translate(error: unknown, limits: CallLimits): unknown {
  if (limits.signal.aborted) return limits.signal.reason
  return isOutboundError(error) ? errorOfTransport(error) : error
}

export type CallFetch = {
  fetch: typeof globalThis.fetch
  /** The first failure of transport or status: libraries wrap what they catch. */
  failure(): unknown
}

/** The guarded fetch for one call. A failing status is an error here, in one place for all providers. */
export function createCallFetch(fetch: Fetch, { apiKey }: LlmEndpoint, limits: CallLimits): CallFetch {
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= translate(error, limits)
    return failure
  }
  const call: CallFetch['fetch'] = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', 'Mailwright')
    if (apiKey === null) for (const name of credentials) headers.delete(name)
    try {
      const response = await fetch(input instanceof Request ? input.url : input, {
        method: init.method ?? 'GET',
        headers,
        body: typeof init.body === 'string' ? init.body : undefined,
        signal: limits.signal,
        redirect: 'error',
        timeoutMs: limits.totalMs + 1000,
        maxBytes,
        onRead: limits.touch,
        onBodyError: fail,
      })
      limits.touch()
      if (!response.ok) throw errorOfReply(response.status, response.headers, await response.text(), apiKey)
      return response
    } catch (error) {
      throw fail(error)
    }
  }
  return { fetch: call, failure: () => failure }
}
