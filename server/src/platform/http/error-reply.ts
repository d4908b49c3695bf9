import { badRequestOf, errorCodesOf } from '@mailwright/contract/codes'
import { type ErrorCode, errorOf } from '@mailwright/contract/errors/index'
import type { RouteDeclaration } from '@mailwright/contract/route'
import { isDatabaseUnavailable, isOutcomeUnknown, isStatementTimeout } from '../db/faults.ts'
import { AppError, fault } from '../errors/app-error.ts'
import type { Log } from '../log/log.ts'
import type { Locale } from './call.ts'

export type ErrorBody = { code: string; message: string; details?: Record<string, unknown> }

type FastifyErrorFields = { statusCode?: number; code?: string }

const codesByRoute = new WeakMap<RouteDeclaration, Set<ErrorCode>>()
function isListed(route: RouteDeclaration, code: ErrorCode) {
  let codes = codesByRoute.get(route)
  if (!codes) {
    codes = new Set(errorCodesOf(route))
    codesByRoute.set(route, codes)
  }
  return codes.has(code)
}

/** Maps an error to one of the contract. */
function translate(error: unknown, route: RouteDeclaration | undefined): AppError | undefined {
  if (error instanceof AppError) {
    if (error.code === 'request.bad_request' && route) return fault(badRequestOf(route), error.extra)
    return error
  }
  if (isOutcomeUnknown(error) && route?.method !== 'GET')
    return fault('internal.outcome_unknown', { cause: error })
  if (isDatabaseUnavailable(error) || isStatementTimeout(error))
    return fault('internal.unavailable', { retryAfterSeconds: 1, cause: error })
  const { statusCode = 500, code = '' } = error as FastifyErrorFields
  if (statusCode === 413) return fault('request.payload_too_large', { details: { reason: code } })
  if (statusCode >= 400 && statusCode < 500)
    return fault(route ? badRequestOf(route) : 'request.bad_request', {
      details: { issues: [{ path: '', message: (error as Error).message }] },
    })
  return undefined
}

/** An error that the route does not list becomes an internal error. */
export function toAppError(
  error: unknown,
  route: RouteDeclaration | undefined,
  log: Log,
  requestId?: string,
): AppError {
  const known = translate(error, route)
  // Without a cause it is a limit that was reached, which a flood must not turn into a flood of log lines.
  if (known?.extra.cause !== undefined && (known.status === 503 || known.code === 'internal.outcome_unknown'))
    log.warn(
      { requestId, err: known.extra.cause },
      'the database or another required resource is unavailable',
    )
  if (known && (!route || isListed(route, known.code))) return known
  const routeName = route && `${route.method} ${route.path}`
  log.error({ requestId, err: error, route: routeName, unlisted: known?.code }, 'request failed unexpectedly')
  return fault('internal.error')
}

export function errorBody(error: AppError, locale: Locale, requestId: string): ErrorBody {
  const details = error.code === 'internal.error' ? { requestId } : error.extra.details
  const message = (error.extra.message ?? errorOf(error.code).message)[locale]
  return { code: error.code, message, ...(details ? { details } : {}) }
}
