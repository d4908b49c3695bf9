import type { ErrorCode, ErrorDetails } from '@mailwright/contract/errors/index'
import { errorOf } from '@mailwright/contract/errors/index'

type Extra<C extends ErrorCode = ErrorCode> = {
  /** As the catalogue declares it for the code. */
  details?: NonNullable<ErrorDetails<C>>
  retryAfterSeconds?: number
  /** A message that is more specific than the one of the catalogue. */
  message?: { en: string; fr: string }
  cause?: unknown
}

/** An error that is returned to the caller, by its code in the contract. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly extra: Extra

  constructor(code: ErrorCode, extra: Extra = {}) {
    const { status } = errorOf(code)
    const { stackTraceLimit } = Error
    // Nobody reads the stack of a refusal, and recording it takes a third of the time of a refused request.
    if (status < 500) Error.stackTraceLimit = 0
    super(code, { cause: extra.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.extra = extra
  }
}

export const fault = <C extends ErrorCode>(code: C, extra?: Extra<C>) => new AppError(code, extra)

/** The message shown to users. */
export const sentenceOf = (error: AppError) => error.extra.message ?? errorOf(error.code).message
