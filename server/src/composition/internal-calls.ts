import type { RouteDeclaration } from '@mailwright/contract/route'
import type { TSchema } from '@mailwright/contract/schema'
import { grants } from '@mailwright/contract/scopes'
import type { Database } from '../platform/db/database.ts'
import { fault } from '../platform/errors/app-error.ts'
import type { Binding, Call, Caller } from '../platform/http/call.ts'
import { closerOf } from '../platform/http/close-reply.ts'
import { assertValid, compileValidator, type Validator } from '../platform/http/validate.ts'
import { isUuid, newId } from '../platform/ids/ids.ts'

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const validators = new WeakMap<TSchema, Validator>()
function validate(part: 'params' | 'query' | 'body', schema: TSchema | undefined, value: unknown) {
  if (!schema) return
  const known = validators.get(schema) ?? compileValidator(part, schema)
  validators.set(schema, known)
  assertValid(known, value, 'request.bad_request')
}

/** Only routes that a key may have: none of administrators, none of sessions alone. */
function authorise({ access }: RouteDeclaration, { via }: Caller) {
  if (access.kind !== 'key') throw fault('auth.forbidden')
  if (via.kind === 'key' && !grants(via.scopes, access.scope))
    throw fault('api_key.scope_missing', { details: { required: access.scope } })
}

const refuse = () => Promise.reject(new Error('a route that reads must not write'))

/** Routes of the product called from inside it, as a caller: same scopes, same validation, same closed replies. */
export function createInternalCalls(bindings: () => readonly Binding[], db: Database) {
  const prepare = (route: RouteDeclaration, input: Input) => {
    const binding = bindings().find((one) => one.route === route)
    if (!binding) throw new Error(`${route.method} ${route.path} is not bound`)
    const { params = {}, query = {}, body } = structuredClone(input)
    validate('params', route.params, params)
    validate('query', route.query, query)
    validate('body', route.body, body)
    const { id } = params
    if (id !== undefined && route.notFound && !route.idOrSlug && !isUuid(String(id)))
      throw fault(route.notFound)
    const close = route.reply && closerOf(route.reply)
    const run = async (call: Call<RouteDeclaration>) => {
      const reply: unknown = await binding.handle({
        ...call,
        params,
        query,
        body,
      } as unknown as Call<RouteDeclaration>)
      return close ? close(reply) : reply
    }
    return run
  }
  return {
    read: async (route: RouteDeclaration, caller: Caller, input: Input): Promise<unknown> => {
      if (route.method !== 'GET') throw new Error(`${route.path} does not only read`)
      authorise(route, caller)
      return prepare(
        route,
        input,
      )({
        params: {},
        query: {},
        body: undefined,
        caller,
        ip: '',
        userAgent: null,
        cookie: () => undefined,
        requestId: newId(),
        locale: caller.settings.locale ?? 'en',
        isPreview: false,
        db,
        statement: refuse,
        transaction: refuse,
        header: () => {},
        status: () => {},
      } as unknown as Call<RouteDeclaration>)
    },
    /** In the transaction of another call, which was authorised as itself. */
    act: async (route: RouteDeclaration, call: Call<RouteDeclaration>, input: Input): Promise<unknown> =>
      prepare(route, input)(call),
  }
}
