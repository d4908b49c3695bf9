import type { BadRequestCode, ErrorCode } from './errors/index.ts'
import { type Filled, object, type Static, string, type TObject, type TSchema } from './schema.ts'
import type { RouteScope } from './scopes.ts'
import type { Text } from './text.ts'

export type { Text } from './text.ts'

/** Who may call a route; see "Access labels" in the specification. */
export type Access =
  | { kind: 'public' }
  | { kind: 'token' }
  | { kind: 'session' }
  | { kind: 'key'; scope: RouteScope }
  | { kind: 'admin'; scope: RouteScope }

export const publicAccess = { kind: 'public' } as const
export const tokenAccess = { kind: 'token' } as const
export const sessionAccess = { kind: 'session' } as const
export const keyAccess = (scope: RouteScope) => ({ kind: 'key', scope }) as const
export const adminAccess = (scope: RouteScope) => ({ kind: 'admin', scope }) as const

export type ReplyType = 'application/json' | 'text/html' | 'application/octet-stream' | 'text/csv'

/** One route of the product, as data. Validation, access, idempotency and the description follow from it. */
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
  /** Bytes, where it is not the global 5 MB. */
  bodyLimit?: number
  status: 200 | 201 | 202 | 204
  reply?: TSchema
  replyType?: ReplyType
  /** Replies of other statuses that carry the reply's own shape and no error code, such as 503 of /readyz. */
  sameShapeStatuses?: number[]
  /** Every code that the route may answer beside the common ones. */
  errors?: readonly ErrorCode[]
  /** The code of a schema mismatch. */
  badRequest?: BadRequestCode
  /** The code for an id in the path that names nothing the caller may see. */
  notFound?: ErrorCode
  /** The id in the path may also be a slug. */
  idOrSlug?: true
  /** Accepts the header Idempotency-Key. */
  idempotent?: true
  /** The limit by address that the route takes part in. */
  limitedByAddress?: 'signIn' | 'webhook' | 'approvalLink'
  deprecated?: true
  /** Declared, not built yet: left out of the served description, answers 404. */
  planned?: true
  /** What the specification leaves open here; listed in docs/open-details.md. */
  openDetail?: true
}

export const route = <const R extends RouteDeclaration>(declaration: R): R => declaration

/** Ids in the path, in order: `ids('id', 'nodeId')`. */
export const ids = <const N extends string[]>(...names: N) =>
  object(Object.fromEntries(names.map((n) => [n, string()])) as Record<N[number], ReturnType<typeof string>>)

/** A table of contents: routes by verb. */
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

/** What a handler gives: the reply's shape, nothing, or bytes where the reply is no JSON. */
export type Reply<R> = R extends { reply: infer S extends TSchema }
  ? Static<S>
  : R extends { replyType: Exclude<ReplyType, 'application/json'> }
    ? unknown
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing returns nothing.
      void
