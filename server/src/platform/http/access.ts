import type { RouteDeclaration } from '@mailwright/contract/route'
import { grants } from '@mailwright/contract/scopes'
import type { FastifyRequest } from 'fastify'
import { fault } from '../errors/app-error.ts'
import type { Caller } from './call.ts'
import { cookieName, type Origin, readCookie } from './headers.ts'

/** Finds the caller with one query; the auth slices provide it. */
export type Authenticator = {
  session(token: string): Promise<Caller | undefined>
  key(token: string): Promise<{ caller: Caller; retryAfterSeconds: number } | undefined>
}

// Ignore other schemes: a reverse proxy may have left its own credentials there.
const bearer = /^Bearer\b\s*(.*)$/i

async function callerByKey(authenticator: Authenticator, token: string): Promise<Caller> {
  const found = await authenticator.key(token)
  if (!found) throw fault('auth.unauthenticated')
  if (found.retryAfterSeconds > 0)
    throw fault('api_key.rate_limited', { retryAfterSeconds: found.retryAfterSeconds })
  return found.caller
}

const callerBySession = (
  authenticator: Authenticator,
  { headers }: Pick<FastifyRequest, 'headers'>,
  origin: Origin,
) => {
  const token = readCookie(headers.cookie, cookieName(origin))
  return token ? authenticator.session(token) : undefined
}

/** The caller of a request. A key takes precedence over a cookie. */
export async function identify(
  authenticator: Authenticator,
  request: Pick<FastifyRequest, 'headers'>,
  origin: Origin,
): Promise<Caller> {
  const key = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (key !== undefined) return callerByKey(authenticator, key)
  const caller = await callerBySession(authenticator, request, origin)
  if (!caller) throw fault('auth.unauthenticated')
  return caller
}

/** Whether another site made the browser send this request: it must not act with the member's cookie. */
export function isCrossSite(headers: FastifyRequest['headers'], origin: Origin): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const from = headers.origin
  return from !== undefined && from !== origin.url && !origin.aliases.includes(from)
}

/** Who is signed in, for a route that a session may add to; nobody when another site sent the request. */
export async function identifyVisitor(
  authenticator: Authenticator,
  route: RouteDeclaration,
  request: FastifyRequest,
  origin: Origin,
): Promise<Caller | undefined> {
  if (changesState(route.method) && isCrossSite(request.headers, origin)) return undefined
  return callerBySession(authenticator, request, origin)
}

/** Another site must not be able to sign a browser in as someone else. */
export function rejectCrossSite(route: RouteDeclaration, request: FastifyRequest, origin: Origin) {
  if (route.access.kind === 'public' && changesState(route.method) && isCrossSite(request.headers, origin))
    throw fault('auth.forbidden')
}

const changesState = (method: string) => method !== 'GET' && method !== 'HEAD'

/** Throws unless the caller may use the route. */
export function authorise(route: RouteDeclaration, caller: Caller, request: FastifyRequest, origin: Origin) {
  const { access } = route
  if (caller.via.kind === 'session') {
    if (changesState(route.method) && isCrossSite(request.headers, origin)) throw fault('auth.forbidden')
  } else if (access.kind === 'session') {
    throw fault('api_key.session_required')
  } else if ('scope' in access && !grants(caller.via.scopes, access.scope)) {
    throw fault('api_key.scope_missing', { details: { required: access.scope } })
  }
  if (access.kind === 'admin' && caller.role !== 'admin') throw fault('auth.forbidden')
}
