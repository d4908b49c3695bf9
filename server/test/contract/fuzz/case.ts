import type { Operation } from './operations.ts'
import type { Judge } from './schema.ts'
import { sampleOf } from './values.ts'

/**
 * What the description promises for a request: `accepted` has the right form, so it is no 400; `refused` breaks a
 * rule, so it is a 4xx; `documented` may be either, within what is described.
 */
export type Expectation = 'accepted' | 'refused' | 'documented'

/** An administrator in a browser, a plain member's key with every scope it may have, or no one. */
export type CallerKind = 'admin' | 'key' | 'nobody'

export type Case = {
  why: string
  caller: CallerKind
  method: string
  /** `{id}` stands for a record made for this very request. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
  expect: Expectation
  /** Perhaps not for this operation at all: another method, or an address that leads elsewhere. */
  elsewhere?: true
}

export const jsonType = { 'content-type': 'application/json' }

export const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** The query that the operation cannot do without, but for one parameter that the case brings itself. */
const requiredQuery = ({ parameters }: Operation, judge: Judge, seed: number, without = '') =>
  parameters
    .filter((p) => p.in === 'query' && p.required && p.name !== without)
    .map((p) => `${p.name}=${encodeURIComponent(String(sampleOf(p.schema, judge, seed)))}`)
    .join('&')

/** A form with one small file. */
export const formWith = (part: string): Pick<Case, 'headers' | 'body'> => ({
  headers: { 'content-type': 'multipart/form-data; boundary=frontier' },
  body: `--frontier\r\nContent-Disposition: form-data; name="${part}"; filename="a.txt"\r\n\r\nhi\r\n--frontier--\r\n`,
})

/** The plainest request of the right form, from which cases differ by one thing. */
export function plainCase(operation: Operation, judge: Judge, seed = 3, without = ''): Case {
  const { method, body } = operation
  const query = requiredQuery(operation, judge, seed, without)
  const path = query ? withQuery(operation.path, query) : operation.path
  const plain: Case = { why: 'plain', caller: 'admin', method, path, headers: {}, expect: 'accepted' }
  if (operation.filePart) return { ...plain, ...formWith(operation.filePart) }
  if (!body) return plain
  return { ...plain, headers: jsonType, body: JSON.stringify(sampleOf(body, judge, seed)) }
}

/** What to expect of a JSON body, by the description alone. */
export const expectOf = (operation: Operation, judge: Judge, value: unknown): Expectation => {
  if (!operation.body) return 'documented'
  return judge.fits(operation.body, value) ? 'accepted' : 'refused'
}
