import type { BadRequestCode, ErrorCode } from './errors/index.ts'
import type { RouteDeclaration } from './route.ts'

const limitCodes = {
  signIn: 'auth.too_many_attempts',
  webhook: 'auth.rate_limited',
  approvalLink: 'auth.rate_limited',
} as const satisfies Record<string, ErrorCode>

export const limitCodeOf = (limit: keyof typeof limitCodes): ErrorCode => limitCodes[limit]

export const badRequestOf = (route: RouteDeclaration): BadRequestCode =>
  route.badRequest ?? 'request.bad_request'

export const requiresSignIn = (route: RouteDeclaration) =>
  route.access.kind !== 'public' && route.access.kind !== 'token'

const hasInput = (route: RouteDeclaration) => Boolean(route.body || route.query || route.params)

function accessCodes(route: RouteDeclaration): ErrorCode[] {
  if (!requiresSignIn(route)) return []
  const byKey: ErrorCode =
    route.access.kind === 'session' ? 'api_key.session_required' : 'api_key.scope_missing'
  return ['auth.unauthenticated', 'auth.forbidden', byKey, 'api_key.rate_limited']
}

/** Every error code that a route may answer, including the common ones. Any other becomes a 500. */
export function errorCodesOf(route: RouteDeclaration): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...accessCodes(route),
    ...(hasInput(route) ? [badRequestOf(route)] : []),
    ...(route.body ? (['request.payload_too_large'] as const) : []),
    ...(route.idempotent ? (['idempotency.invalid_key', 'idempotency.in_progress'] as const) : []),
    // Without a body, two requests with the same key cannot differ.
    ...(route.idempotent && route.body ? (['idempotency.key_reused'] as const) : []),
    ...(route.limitedByAddress ? [limitCodeOf(route.limitedByAddress)] : []),
    ...(route.notFound ? [route.notFound] : []),
    ...(route.errors ?? []),
    'internal.error',
    'internal.unavailable',
    ...(route.method === 'GET' ? [] : (['internal.outcome_unknown'] as const)),
  ]
  return [...new Set(codes)]
}
