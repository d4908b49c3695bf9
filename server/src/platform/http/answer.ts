import { badRequestOf } from '@mailwright/contract/codes'
import type { RouteDeclaration } from '@mailwright/contract/route'
import type { ValidateFunction } from 'ajv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyKeyRing, type KeyRing } from '../crypto/key-ring.ts'
import type { Database } from '../db/database.ts'
import { fault } from '../errors/app-error.ts'
import { isUuid } from '../ids/ids.ts'
import type { Log } from '../log/log.ts'
import { createFingerprints } from './body-fingerprint.ts'
import type { Binding, Call, Caller, Locale } from './call.ts'
import { closerOf } from './close-reply.ts'
import { errorBody, toAppError } from './error-reply.ts'
import { type Claim, claim } from './idempotency.ts'
import { localeOf } from './locale.ts'
import { wrongType } from './multipart.ts'
import { openWork, type Work } from './unit-of-work.ts'
import { check, checkText, compileValidator, hasNul } from './validate.ts'

export type AnswerDeps = {
  db: Database
  processId: () => string
  log: Log
  checkReplies: boolean
  /** What the bodies of remembered requests are told apart with; none: they are salted only. */
  keys?: KeyRing
}

type Validators = {
  body?: ValidateFunction
  query?: ValidateFunction
  params?: ValidateFunction
  reply?: ValidateFunction
}

const compileAll = (route: RouteDeclaration, checkReplies: boolean): Validators => ({
  ...(route.body && !route.bodyType ? { body: compileValidator('body', route.body) } : {}),
  ...(route.query ? { query: compileValidator('query', route.query) } : {}),
  ...(route.params ? { params: compileValidator('params', route.params) } : {}),
  ...(checkReplies && route.reply ? { reply: compileValidator('reply', route.reply) } : {}),
})

/** The body is judged before the id: a bad body on an unknown id is 400. */
function judge(route: RouteDeclaration, validators: Validators, request: FastifyRequest) {
  const code = badRequestOf(route)
  if (validators.body) {
    // No body counts as an empty one; null is a value, and of the wrong type.
    if (request.body === undefined) request.body = {}
    check(validators.body, request.body, code)
  }
  if (route.bodyType && request.body === undefined) throw wrongType(route.bodyType)
  const query = request.query as object
  // A route that takes no input at all looks at none, and has no code for a mismatch.
  if (route.body || route.query || route.params) checkText(query, code)
  check(validators.query, query, code)
  if (!validators.params) return
  const params = request.params as Record<string, string>
  if (!validators.params(params) || Object.values(params).some(hasNul)) throw fault(route.notFound ?? code)
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
  work: Work,
  db: Database,
): Call<RouteDeclaration> {
  const caller = request.caller
  return {
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
    caller: caller as never,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
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

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Makes a route's handler: judge, claim, act, write down, commit, answer. */
export function answerer({ route, handle }: Binding, deps: AnswerDeps) {
  // Compiled when the route is first called: all of them at the start would take a good part of it.
  const validatorsOf = lazily(() => compileAll(route, deps.checkReplies))
  const fingerprints = createFingerprints(deps.keys ?? emptyKeyRing())
  const isText = (route.replyType ?? 'application/json') === 'application/json'

  const closeOf = lazily(() => (route.reply && isText ? closerOf(route.reply) : undefined))
  const serialise = (result: unknown) => {
    if (route.status === 204 || !isText) return result
    const { reply: validate } = validatorsOf()
    if (validate && !validate(result))
      throw new Error(`reply of ${route.method} ${route.path}: ${JSON.stringify(validate.errors)}`)
    const close = closeOf()
    return JSON.stringify(close ? close(result) : result)
  }

  const act = async (request: FastifyRequest, reply: FastifyReply, held: Claim | undefined) => {
    const work = openWork(deps.db, held !== undefined)
    try {
      const result = await handle(toCall(request, reply, work, deps.db))
      const text = serialise(result)
      if (held && !(await held.complete(await work.transaction(), reply.statusCode, String(text ?? ''))))
        reply.header('Idempotency-Replayed', 'unsupported')
      await work.commit()
      return text
    } catch (error) {
      await work.rollback()
      throw error
    }
  }

  // The effect was rolled back; a refusal is remembered all the same, so that a replay says the same.
  const settle = async (held: Claim, error: unknown, request: FastifyRequest) => {
    const known = toAppError(error, route, deps.log)
    const lasting = known.status < 500 && known.status !== 429 && known.code !== 'idempotency.in_progress'
    if (!lasting) return held.release()
    const body = JSON.stringify(errorBody(known, localeFor(request.caller, request), request.id))
    await held.complete(deps.db, known.status, body)
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    judge(route, validatorsOf(), request)
    reply.code(route.status)
    if (isText && route.status !== 204) reply.header('Content-Type', 'application/json; charset=utf-8')
    const key = request.headers['idempotency-key']
    if (!route.idempotent || key === undefined || !request.caller)
      return reply.send(await act(request, reply, undefined))
    const path = request.url.split('?', 1)[0] ?? ''
    const owner = { memberId: request.caller.memberId, method: route.method, path, key: String(key) }
    const processId = deps.processId()
    const held = await claim(deps.db, { ...owner, body: request.body, processId, fingerprints })
    if ('reply' in held) {
      reply.code(held.status).header('Idempotency-Replayed', 'true')
      reply.header('Content-Type', 'application/json; charset=utf-8')
      return reply.send(held.reply)
    }
    try {
      return reply.send(await act(request, reply, held))
    } catch (error) {
      await settle(held, error, request).catch((later) =>
        deps.log.warn({ err: later }, 'a key was not released'),
      )
      throw error
    }
  }
}
