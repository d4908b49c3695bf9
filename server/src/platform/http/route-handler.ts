import { badRequestOf } from '@mailwright/contract/codes'
import type { RouteDeclaration } from '@mailwright/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { backgroundTurn } from '../concurrency/background-turns.ts'
import { withTransactionScope } from '../concurrency/transaction-scope.ts'
import { emptyKeyRing, type KeyRing } from '../crypto/key-ring.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseUnavailable, withoutEffect } from '../db/faults.ts'
import { fault } from '../errors/app-error.ts'
import { isUuid } from '../ids/ids.ts'
import type { Log } from '../log/log.ts'
import { createFingerprints } from './body-fingerprint.ts'
import type { Binding, Call, Caller, Locale } from './call.ts'
import { closerOf } from './close-reply.ts'
import { errorBody, toAppError } from './error-reply.ts'
import { hasManyValues } from './has-many-values.ts'
import { readCookie } from './headers.ts'
import { type Claim, claim } from './idempotency.ts'
import { JsonText } from './json-text.ts'
import { createKeyReleases } from './key-releases.ts'
import { localeOf } from './locale.ts'
import { wrongType } from './multipart.ts'
import { openUnitOfWork, type UnitOfWork } from './unit-of-work.ts'
import {
  assertPlainIntegers,
  assertValid,
  compileValidator,
  hasNul,
  rejectNul,
  type Validator,
} from './validate.ts'

export type RouteHandlerDeps = {
  db: Database
  processId: () => string
  log: Log
  checkReplies: boolean
  /** Keys for the fingerprints of stored requests; without them the fingerprints are only salted. */
  keys?: KeyRing
}

type Validators = {
  body?: Validator
  query?: Validator
  params?: Validator
  reply?: Validator
}

const compileAll = (route: RouteDeclaration, checkReplies: boolean): Validators => ({
  ...(route.body && !route.bodyType ? { body: compileValidator('body', route.body) } : {}),
  ...(route.query ? { query: compileValidator('query', route.query) } : {}),
  ...(route.params ? { params: compileValidator('params', route.params) } : {}),
  ...(checkReplies && route.reply ? { reply: compileValidator('reply', route.reply) } : {}),
})

/** Validates the body before the id: an invalid body for an unknown id is 400. */
function validateRequest(route: RouteDeclaration, validators: Validators, request: FastifyRequest) {
  const code = badRequestOf(route)
  if (validators.body) {
    // A missing body counts as an empty object; null is a value, of the wrong type.
    if (request.body === undefined) request.body = {}
    assertValid(validators.body, request.body, code)
  }
  if (route.bodyType && request.body === undefined) throw wrongType(route.bodyType)
  const query = request.query as Record<string, unknown>
  // A route without input ignores the query, and has no error code for it.
  if (route.body || route.query || route.params) rejectNul(query, code)
  assertValid(validators.query, query, code)
  validatePath(route, validators.params, request.params as Record<string, string>)
}

/** A value that does not match its declared type is 400; any other text is an id that does not exist. */
function validatePath(
  route: RouteDeclaration,
  validator: Validator | undefined,
  params: Record<string, string>,
) {
  if (!route.params) return
  const code = badRequestOf(route)
  assertPlainIntegers(route.params, params, code)
  assertValid(validator, params, code)
  if (Object.values(params).some(hasNul)) throw fault(route.notFound ?? code)
  const { id } = params
  if (id !== undefined && route.notFound && !route.idOrSlug && !isUuid(id)) throw fault(route.notFound)
}

export const localeFor = (caller: Caller | undefined, request: FastifyRequest): Locale =>
  caller?.settings.locale ?? localeOf(request.headers['accept-language'])

const purposeOf = ({ headers }: FastifyRequest) =>
  `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`

function toCall(
  request: FastifyRequest,
  reply: FastifyReply,
  work: UnitOfWork,
  db: Database,
): Call<RouteDeclaration> {
  const caller = request.caller
  return {
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
    bodyText: request.bodyText,
    caller: caller as never,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    cookie: (name) => readCookie(request.headers.cookie, name),
    requestId: request.id,
    locale: localeFor(caller, request),
    isPreview: request.method === 'HEAD' || /prefetch|preview|prerender/i.test(purposeOf(request)),
    db,
    statement: work.statement,
    transaction: work.transaction,
    header: (name, value) => void reply.header(name, value),
    status: (code) => void reply.code(code),
  }
}

/** A reply with more values takes milliseconds to write. */
const maxQuickValues = 4_000
/** Longer text takes milliseconds to send. A thread of thirty messages is shorter. */
const maxQuickReply = 256 * 1024

const turnOf = (caller: Caller | undefined) => ({ owner: caller?.memberId ?? '', isRequest: true })

/** Sends a long text in the turns of long computations: writing it takes milliseconds. */
async function sendInTurn(reply: FastifyReply, result: unknown, caller: Caller | undefined) {
  if (typeof result !== 'string' || result.length <= maxQuickReply) return reply.send(result)
  await backgroundTurn(turnOf(caller))
  // As bytes: Node would first join head and body to one long text.
  return reply.send(Buffer.from(result))
}

function lazy<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

/** Creates a route's handler: validate, claim the idempotency key, execute, store the reply, commit, respond. */
export function createRouteHandler({ route, handle }: Binding, deps: RouteHandlerDeps) {
  // Compiled at the first call: compiling all routes would take a large part of the startup time.
  const validatorsOf = lazy(() => compileAll(route, deps.checkReplies))
  const fingerprints = createFingerprints(deps.keys ?? emptyKeyRing())
  const releases = createKeyReleases(deps.db)
  const isJson = (route.replyType ?? 'application/json') === 'application/json'

  const closeOf = lazy(() => (route.reply && isJson ? closerOf(route.reply) : undefined))
  const serialise = (result: unknown) => {
    if (route.status === 204 || !isJson) return result
    const { reply: validate } = validatorsOf()
    if (validate && !validate(result instanceof JsonText ? JSON.parse(result.text) : result))
      throw new Error(`reply of ${route.method} ${route.path}: ${JSON.stringify(validate.errors)}`)
    if (result instanceof JsonText) return result.text
    const close = closeOf()
    return JSON.stringify(close ? close(result) : result)
  }

  const execute = async (request: FastifyRequest, reply: FastifyReply, claimed: Claim | undefined) => {
    const work = openUnitOfWork(deps.db, claimed !== undefined)
    try {
      const call = toCall(request, reply, work, deps.db)
      const result = await withTransactionScope(() => handle(call))
      if (hasManyValues(result, maxQuickValues)) await backgroundTurn(turnOf(request.caller))
      const text = serialise(result)
      if (
        claimed &&
        !(await claimed.complete(await work.transaction(), reply.statusCode, String(text ?? '')))
      )
        reply.header('Idempotency-Replayed', 'unsupported')
      await work.commit()
      return text
    } catch (error) {
      await work.rollback()
      throw error
    }
  }

  // The effect was rolled back; the error is stored all the same, so that a replay returns it too.
  const settle = async (claimed: Claim, error: unknown, request: FastifyRequest) => {
    const known = toAppError(error, route, deps.log, request.id)
    const isPermanent = known.status < 500 && known.status !== 429 && known.code !== 'idempotency.in_progress'
    // The caller must not wait once more for a database that does not respond.
    if (isDatabaseUnavailable(error)) return claimed.releaseLater()
    if (!isPermanent) return claimed.release()
    const body = JSON.stringify(errorBody(known, localeFor(request.caller, request), request.id))
    await claimed.complete(deps.db, known.status, body)
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    validateRequest(route, validatorsOf(), request)
    reply.code(route.status)
    if (isJson && route.status !== 204) reply.header('Content-Type', 'application/json; charset=utf-8')
    const key = request.headers['idempotency-key']
    if (!route.idempotent || key === undefined || !request.caller)
      return sendInTurn(reply, await execute(request, reply, undefined), request.caller)
    const path = request.url.split('?', 1)[0] ?? ''
    const owner = { memberId: request.caller.memberId, method: route.method, path, key: String(key) }
    const processId = deps.processId()
    const claimed = await withoutEffect(() =>
      claim(deps.db, { ...owner, body: request.body, processId, fingerprints, releases }),
    )
    if ('reply' in claimed) {
      reply.code(claimed.status).header('Idempotency-Replayed', 'true')
      reply.header('Content-Type', 'application/json; charset=utf-8')
      return reply.send(claimed.reply)
    }
    try {
      return await sendInTurn(reply, await execute(request, reply, claimed), request.caller)
    } catch (error) {
      await settle(claimed, error, request).catch((settleError) =>
        deps.log.warn({ err: settleError }, 'failed to release an idempotency key'),
      )
      throw error
    }
  }
}
