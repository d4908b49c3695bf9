import type { ErrorCode } from '@mailwright/contract/errors/index'
import { errorOf } from '@mailwright/contract/errors/index'

type Extra = {
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  /** A sentence that says more than the catalogue's, in the caller's language where it can. */
  message?: { en: string; fr: string }
  cause?: unknown
}

/** A fault that the caller is told about, by its code in the contract. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly extra: Extra

  constructor(code: ErrorCode, extra: Extra = {}) {
    super(code, { cause: extra.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorOf(code).status
    this.extra = extra
  }
}

export const fault = (code: ErrorCode, extra?: Extra) => new AppError(code, extra)

/** The sentence that people read. */
export const sentenceOf = (error: AppError) => error.extra.message ?? errorOf(error.code).message
