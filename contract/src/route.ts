import type { BadRequestCode, ErrorCode } from './errors/index.ts'
import { type Filled, object, type Static, string, type TObject, type TSchema } from './schema.ts'
import type { RouteScope } from './scopes.ts'
import type { Text } from './text.ts'

export type { Text } from './text.ts'

/** Who may call a route; see "Access labels" in the specification. */
export type Access =
  | { kind: 'public' }
  /** With `session`, the handler also learns who is signed in. */
  | { kind: 'token'; session?: 'optional' }
  | { kind: 'session' }
  | { kind: 'key'; scope: RouteScope }
  | { kind: 'admin'; scope: RouteScope }

export const publicAccess = { kind: 'public' } as const
export const tokenAccess = { kind: 'token' } as const
export const tokenOrSessionAccess = { kind: 'token', session: 'optional' } as const
export const sessionAccess = { kind: 'session' } as const
export const keyAccess = (scope: RouteScope) => ({ kind: 'key', scope }) as const
export const adminAccess = (scope: RouteScope) => ({ kind: 'admin', scope }) as const

export type ReplyType = 'application/json' | 'text/html' | 'application/octet-stream' | 'text/csv'

/** One route as data. Validation, access, idempotency and the description are derived from it. */
export type RouteDeclaration = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  title: Text
  description?: Text
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The request body's media type when it is not JSON. */
  bodyType?: 'multipart/form-data'
  /** Beside `application/json`, takes bodies of any `application/*+json` type. */
  anyJsonType?: true
  /** In bytes, if other than the global 5 MB. */
  bodyLimit?: number
  status: 200 | 201 | 202 | 204
  reply?: TSchema
  replyType?: ReplyType
  /** Other statuses whose body has the shape of the reply instead of an error, such as 503 of /readyz. */
  sameShapeStatuses?: number[]
  /** The error codes of the route beside the common ones. */
  errors?: readonly ErrorCode[]
  /** The error code of a schema mismatch. */
  badRequest?: BadRequestCode
  /** The error code for an id in the path that does not exist or is not visible to the caller. */
  notFound?: ErrorCode
  /** The id in the path may also be a slug. */
  idOrSlug?: true
  /** Accepts the Idempotency-Key header. */
  idempotent?: true
  /** The rate limit by IP address that applies to the route. */
  limitedByAddress?: 'signIn' | 'webhook' | 'approvalLink'
  /** Waits for servers outside: does not count as one of the member's simultaneous requests. */
  callsOut?: true
  deprecated?: true
  /** Declared but not implemented: left out of the served description, answers 404. */
  planned?: true
  /** What the specification leaves open here; listed in docs/open-details.md. */
  openDetail?: true
}

export const route = <const R extends RouteDeclaration>(declaration: R): R => declaration

/** Ids in the path, in order: `ids('id', 'nodeId')`. */
export const ids = <const N extends string[]>(...names: N) =>
  object(Object.fromEntries(names.map((n) => [n, string()])) as Record<N[number], ReturnType<typeof string>>)

/** The routes of one domain, by name. */
export type Domain = Record<string, RouteDeclaration>

type SchemaOf<R, K extends string> = R extends { [P in K]: infer S extends TSchema } ? S : undefined
type FilledPart<R, K extends string> = SchemaOf<R, K> extends infer S extends TSchema ? Filled<S> : undefined
type SentPart<R, K extends string> = SchemaOf<R, K> extends infer S extends TSchema ? Static<S> : undefined

/** What a handler receives: defaults are filled in. */
export type Params<R> = FilledPart<R, 'params'>
export type Query<R> = FilledPart<R, 'query'>
export type Body<R> = FilledPart<R, 'body'>

/** What a client may send: fields with a default are optional. */
export type QueryInput<R> = SentPart<R, 'query'>
export type BodyInput<R> = SentPart<R, 'body'>

/** What a handler returns: the reply, nothing, or raw data if the reply is not JSON. */
export type Reply<R> = R extends { reply: infer S extends TSchema }
  ? Static<S>
  : R extends { replyType: Exclude<ReplyType, 'application/json'> }
    ? unknown
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a reply returns nothing.
      void
