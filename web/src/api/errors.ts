import type { ErrorCode } from '@mailwright/contract/errors/index'

/** A refusal of the service in its own words, or none at all (`network`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly details: unknown

  constructor(status: number, code: ErrorCode | 'network', message: string, details?: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const isNetworkError = (error: unknown) =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'internal.unavailable')

export const hasCode = (error: unknown, ...codes: ErrorCode[]) =>
  error instanceof ApiError && codes.some((code) => code === error.code)
