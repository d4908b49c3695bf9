import type { Server } from 'node:http'
import { limitCodeOf, requiresSignIn } from '@mailwright/contract/codes'
import type { ErrorCode } from '@mailwright/contract/errors/index'
import type { RouteDeclaration } from '@mailwright/contract/route'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { beginRequest, noteRequestOf } from '../concurrency/background-turns.ts'
import { withoutEffect } from '../db/faults.ts'
import { fault } from '../errors/app-error.ts'
import { newId } from '../ids/ids.ts'
import { type Authenticator, authorise, identify, identifyVisitor, rejectCrossSite } from './access.ts'
import { addressGroupOf } from './address-group.ts'
import { takeFromWindow } from './address-limits.store.ts'
import type { Binding, Caller } from './call.ts'
import { errorPage, errorPagePolicy } from './error-page.ts'
import { errorBody, toAppError } from './error-reply.ts'
import { addSecurityHeaders, type Origin } from './headers.ts'
import { parseJsonBody } from './json-body.ts'
import { createMemberTurns, type MemberTurns } from './member-turns.ts'
import { addFormParser, takesForm, wrongType } from './multipart.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createRouteHandler, localeFor, type RouteHandlerDeps } from './route-handler.ts'
import { createSlowRefusals, type SlowRefusals } from './slow-refusals.ts'
import { unreadableRequests } from './unreadable.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented.
  interface FastifyRequest {
    caller: Caller | undefined
    /** The JSON of the body as it was sent, if it says the same as `body`. */
    bodyText: string | undefined
    /** An attempt was taken from the sign-in limit. */
    isCountedAttempt: boolean
    errorCode: ErrorCode | undefined
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented.
  interface FastifyContextConfig {
    declaration?: RouteDeclaration
  }
}

type AddressLimit = { max: number; windowSeconds: number }
export type HttpDeps = RouteHandlerDeps & {
  origin: Origin
  authenticator: Authenticator
  addressLimits: Record<NonNullable<RouteDeclaration['limitedByAddress']>, AddressLimit>
  trustProxy: number
  brandName: string
  /** Answers a request for an unknown path with a page of the web app, if it asks for one. */
  sendPage?: (request: FastifyRequest, reply: FastifyReply) => boolean
  onDone(done: { method: string; route: string; status: number; ms: number }): void
}

const maxBodyBytes = 5 * 1024 * 1024
const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/

function createServer(deps: HttpDeps): FastifyInstance<Server> {
  const server = fastify({
    ...unreadableRequests(deps.origin),
    bodyLimit: maxBodyBytes,
    trustProxy: (_address: string, hop: number) => hop < deps.trustProxy,
    logger: false,
    routerOptions: { maxParamLength: 2000 },
    genReqId: (raw) => {
      const requestId = raw.headers['x-request-id']
      return typeof requestId === 'string' && requestIdPattern.test(requestId) ? requestId : newId()
    },
    // A request that never ends must not occupy a connection forever.
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
  })
  server.decorateRequest('caller', undefined)
  server.decorateRequest('bodyText', undefined)
  server.decorateRequest('isCountedAttempt', false)
  server.decorateRequest('errorCode', undefined)
  return server
}

// Node discards an unread body once the response is sent.
function ignoreBody(request: FastifyRequest) {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name]
}

/** Media types that are JSON by their suffix (RFC 6839). */
const jsonSuffix = /^application\/[^;\s]+\+json\s*(;|$)/

/** Only routes that declare a body read one; a body that cannot be parsed is a validation error. */
function addBodyParsers(server: FastifyInstance) {
  const acceptsBody = (request: FastifyRequest) => request.routeOptions.config.declaration?.body !== undefined
  const parseJson = async (request: FastifyRequest, body: string) => {
    if (takesForm(request)) throw wrongType('multipart/form-data')
    if (!acceptsBody(request)) return undefined
    const { value, text } = await parseJsonBody(body, request.caller?.memberId)
    request.bodyText = text
    return value
  }
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
  server.addContentTypeParser(
    jsonSuffix,
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      const takesSuffix = request.routeOptions.config.declaration?.anyJsonType
      if (acceptsBody(request) && !takesSuffix && body !== '') throw wrongType('application/json')
      return parseJson(request, body)
    },
  )
  addFormParser(server)
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!acceptsBody(request) || body.length === 0) return undefined
    throw wrongType(takesForm(request) ? 'multipart/form-data' : 'application/json')
  })
}

/** A person opened the link of a page in a browser. */
const wantsPage = ({ headers }: FastifyRequest, route: RouteDeclaration | undefined) =>
  route?.replyType === 'text/html' && /\btext\/html\b/i.test(headers.accept ?? '')

function addErrorHandling(server: FastifyInstance, deps: HttpDeps) {
  const send = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.config.declaration
    const known = toAppError(error, route, deps.log, request.id)
    request.errorCode = known.code
    const { retryAfterSeconds } = known.extra
    if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds))
    reply.code(known.status).serializer(String)
    const locale = localeFor(request.caller, request)
    const body = errorBody(known, locale, request.id)
    if (wantsPage(request, route)) {
      reply
        .header('Content-Type', 'text/html; charset=utf-8')
        .header('Content-Security-Policy', errorPagePolicy)
      return reply.send(errorPage(body.message, locale, deps.brandName))
    }
    reply.header('Content-Type', 'application/json; charset=utf-8')
    return reply.send(JSON.stringify(body))
  }
  server.setErrorHandler(send)
  server.setNotFoundHandler((request, reply) =>
    deps.sendPage?.(request, reply) ? reply : send(fault('request.not_found'), request, reply),
  )
}

/** Polled by health checks and monitoring: nobody waits for these. */
const monitoringPaths = new Set(['/healthz', '/readyz', '/metrics'])

function addMeasuring(server: FastifyInstance, deps: HttpDeps) {
  server.addHook('onRequest', (request, reply, done) => {
    if (!monitoringPaths.has(request.url)) reply.raw.once('close', beginRequest())
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    // The declared path, never the URL, which may contain tokens.
    const route = request.routeOptions.config.declaration?.path ?? 'other'
    const status = reply.statusCode
    const ms = reply.elapsedTime
    deps.onDone({ method, route, status, ms })
    const memberId = request.caller?.memberId
    deps.log.info({ requestId: request.id, method, route, status, ms, ip: request.ip, memberId }, 'request')
    done()
  })
}

const failedGuesses: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'auth.invalid_credentials',
  'auth.invalid_current_password',
  'auth.invalid_token',
  'auth.setup_closed',
  'auth.too_many_attempts',
  'internal.error',
])

function guardOf(route: RouteDeclaration, deps: HttpDeps) {
  const limit = route.limitedByAddress
  const bucketOf = (request: FastifyRequest) => `address:${limit}:${addressGroupOf(request.ip)}`
  const { max, windowSeconds } = limit ? deps.addressLimits[limit] : { max: 0, windowSeconds: 0 }
  const takeOne = createRateLimiter(deps.db, max, windowSeconds)
  const take = async (request: FastifyRequest) => {
    const retryAfterSeconds = limit ? await takeOne(bucketOf(request)) : 0
    if (limit && retryAfterSeconds > 0) throw fault(limitCodeOf(limit), { retryAfterSeconds })
    request.isCountedAttempt = limit === 'signIn'
  }
  return {
    enter: async (request: FastifyRequest) => {
      if (!route.body) ignoreBody(request)
      rejectCrossSite(route, request, deps.origin)
      if (requiresSignIn(route)) {
        request.caller = await identify(deps.authenticator, request, deps.origin)
        authorise(route, request.caller, request, deps.origin)
      }
      if ('session' in route.access)
        request.caller = await identifyVisitor(deps.authenticator, route, request, deps.origin)
      await take(request)
    },
    /** Only failed guesses count: not a success, and not a new password that is refused. */
    refund: async (request: FastifyRequest) => {
      const { isCountedAttempt, errorCode } = request
      if (!isCountedAttempt || (errorCode !== undefined && failedGuesses.has(errorCode))) return
      // The request has succeeded: failing to refund the attempt must not turn it into an error.
      await takeFromWindow(deps.db, bucketOf(request), max, windowSeconds, -1).catch((error) =>
        deps.log.warn({ err: error }, 'failed to refund a sign-in attempt'),
      )
    },
  }
}

type Shared = { turns: MemberTurns; refuseSlowly: SlowRefusals }

function addRoute(
  server: FastifyInstance,
  binding: Binding,
  deps: HttpDeps,
  { turns, refuseSlowly }: Shared,
) {
  const { route } = binding
  const guard = guardOf(route, deps)
  const handle = createRouteHandler(binding, deps)
  server.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { declaration: route },
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    onRequest: (request) =>
      withoutEffect(() => refuseSlowly(addressGroupOf(request.ip), () => guard.enter(request))),
    // Before the response is sent: the client may sign in again at once.
    ...(route.limitedByAddress === 'signIn' ? { onSend: guard.refund } : {}),
    handler: async (request, reply) => {
      const { caller } = request
      noteRequestOf(caller?.memberId ?? '')
      if (caller && !route.callsOut) await turns(caller.memberId, () => handle(request, reply))
      else await handle(request, reply)
      return reply
    },
  })
}

/** The HTTP server: every bound route, validated and answered according to its declaration. */
export function createHttp(bindings: readonly Binding[], deps: HttpDeps): FastifyInstance<Server> {
  const server = createServer(deps)
  addSecurityHeaders(server, deps.origin)
  addBodyParsers(server)
  addErrorHandling(server, deps)
  addMeasuring(server, deps)
  const shared = { turns: createMemberTurns(), refuseSlowly: createSlowRefusals() }
  for (const binding of bindings) addRoute(server, binding, deps, shared)
  return server
}
