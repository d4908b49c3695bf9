import type { Domain, Params, Query, Reply, RouteDeclaration } from '@mailwright/contract/route'
import type { Database, Db } from '../db/database.ts'
import type { JsonText } from './json-text.ts'
import type { BodyOf } from './multipart.ts'

export type Locale = 'en' | 'fr'

/** A signed-in member, or a member's API key. */
export type Caller = {
  memberId: string
  email: string
  role: 'member' | 'admin'
  settings: { locale?: Locale }
  via: { kind: 'session'; sessionId: string } | { kind: 'key'; keyId: string; scopes: string[] }
}

type CallerOf<R> = R extends { access: { session: 'optional' } }
  ? Caller | undefined
  : R extends { access: { kind: 'public' | 'token' } }
    ? undefined
    : Caller

/** One request as a handler sees it: validated, with defaults, and with what it needs to respond. */
export type Call<R> = {
  params: Params<R>
  query: Query<R>
  body: BodyOf<R>
  /** The JSON of the body as it was sent, before defaults; undefined if there is none that says the same. */
  bodyText: string | undefined
  caller: CallerOf<R>
  ip: string
  userAgent: string | null
  cookie(name: string): string | undefined
  requestId: string
  locale: Locale
  /** Nobody sees the response: a prefetch, a link preview or a HEAD request. */
  isPreview: boolean
  /** For reading. */
  db: Database
  /** For a use case that writes with one statement. */
  statement(): Promise<Db>
  /** For a use case that writes with several statements, atomically. */
  transaction(): Promise<Db>
  header(name: string, value: string): void
  status(code: number): void
}

export type Handler<R> = (call: Call<R>) => Promise<Reply<R> | JsonText<Reply<R>>>

type BuiltKeys<D> = { [K in keyof D]: D[K] extends { planned: true } ? never : K }[keyof D]
export type Handlers<D> = { [K in BuiltKeys<D>]: Handler<D[K]> }

export type Binding = { route: RouteDeclaration; handle: Handler<RouteDeclaration> }

/** Binds a domain's routes to their handlers. A declared route without one does not compile. */
export function implement<D extends Domain>(domain: D, handlers: NoInfer<Handlers<D>>): Binding[] {
  return Object.entries(handlers).map(([name, handle]) => ({
    route: domain[name] as RouteDeclaration,
    // Each handler was type-checked against its own route; the list loses that type.
    handle: handle as Handler<RouteDeclaration>,
  }))
}
