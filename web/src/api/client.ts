import { routeTable } from 'virtual:route-table'
import type { api } from '@mailwright/contract'
import type { BodyInput, Params, QueryInput, Reply } from '@mailwright/contract/route'
import { request } from './request.ts'

type Field<K extends string, V> = [V] extends [undefined]
  ? unknown
  : object extends V
    ? { [P in K]?: V }
    : { [P in K]: V }

type Input<R> = Field<'params', Params<R>> & Field<'query', QueryInput<R>> & Field<'body', BodyInput<R>>
type CallOptions = { signal?: AbortSignal }

/** One route of the service. */
export type Endpoint<I, O> = {
  (input: I, options?: CallOptions): Promise<O>
  /** Domain and name: the beginning of the keys under which its replies are kept. */
  readonly key: readonly [domain: string, name: string]
}

type Api = typeof api
type Client = { [D in keyof Api]: { [N in keyof Api[D]]: Endpoint<Input<Api[D][N]>, Reply<Api[D][N]>> } }

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

function urlOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length > 0 ? `${filled}?${search}` : filled
}

function endpointOf(domain: string, name: string, route: string): Endpoint<AnyInput, unknown> {
  const [method = 'GET', path = '/'] = route.split(' ')
  const call = (input: AnyInput, { signal }: CallOptions = {}) =>
    request(method, urlOf(path, input), input.body, signal)
  return Object.assign(call, { key: [domain, name] as const })
}

/** Every route as a function. Its types are those of the contract. */
export const client = Object.fromEntries(
  Object.entries(routeTable).map(([domain, routes]) => [
    domain,
    Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [name, endpointOf(domain, name, route)]),
    ),
  ]),
) as unknown as Client
