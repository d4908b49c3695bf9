import type { ErrorCode } from '@mailwright/contract/errors/index'
import { useLook } from '../lib/look.ts'
import { ApiError } from './errors.ts'

type ErrorReply = { code?: ErrorCode; message?: string; details?: unknown }

const listeners = new Set<() => void>()

/** Called when the service no longer knows the session. */
export function onSessionEnded(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function send(method: string, url: string, body: unknown, signal: AbortSignal | undefined) {
  const isForm = body instanceof FormData
  try {
    return await fetch(url, {
      method,
      headers: {
        'Accept-Language': useLook.getState().locale,
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: signal ?? null,
      // What was decided while the window is left arrives all the same.
      keepalive: method !== 'GET' && document.visibilityState === 'hidden',
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network', '')
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: ErrorReply = await response.json().catch(() => ({}))
  return new ApiError(response.status, body.code ?? 'internal.error', body.message ?? '', body.details)
}

export async function request(method: string, url: string, body?: unknown, signal?: AbortSignal) {
  const response = await send(method, url, body, signal)
  if (response.ok) return response.status === 204 ? undefined : response.json()
  const error = await errorOf(response)
  if (error.code === 'auth.unauthenticated') for (const tell of listeners) tell()
  throw error
}
