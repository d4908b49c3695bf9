import type { LlmUsage } from './types.ts'

export type LlmErrorReason =
  | 'rate_limited'
  | 'overloaded'
  | 'timeout'
  | 'unreachable'
  | 'blocked_address'
  | 'unauthorized'
  | 'model_not_found'
  | 'bad_request'
  | 'invalid_output'
  | 'output_limit'
  | 'filtered'
  | 'cancelled'
  | 'too_large'
  | 'provider_error'

type Details = { retryAfterMs?: number | null; status?: number | null; usage?: LlmUsage | null }

/** A failed call. Contains nothing of the request: neither the key nor the prompt. */
export class LlmError extends Error {
  override name = 'LlmError'
  /** Whether the same call may succeed later. */
  readonly kind: 'transient' | 'permanent'
  readonly reason: LlmErrorReason
  /** How long the provider asked to wait. */
  readonly retryAfterMs: number | null
  /** The HTTP status, if there was a reply. */
  readonly status: number | null
  /** What was spent all the same, as far as the provider reported it. */
  readonly usage: LlmUsage | null

  constructor(
    kind: 'transient' | 'permanent',
    reason: LlmErrorReason,
    message: string,
    details: Details = {},
  ) {
    super(message)
    this.kind = kind
    this.reason = reason
    this.retryAfterMs = details.retryAfterMs ?? null
    this.status = details.status ?? null
    this.usage = details.usage ?? null
  }
}

const noUsage: LlmUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }

export const addUsage = (a: LlmUsage, b: LlmUsage): LlmUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
})

/** The same error, with what was spent before it. */
export function withUsage(error: unknown, spent: LlmUsage): unknown {
  if (!(error instanceof LlmError)) return error
  return new LlmError(error.kind, error.reason, error.message, {
    ...error,
    usage: addUsage(spent, error.usage ?? noUsage),
  })
}
