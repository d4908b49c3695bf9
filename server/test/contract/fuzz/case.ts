import type { Operation } from './operations.ts'
import type { Judge } from './schema.ts'
import { sampleOf } from './values.ts'

/**
 * The expected result by the description: `accepted` is valid input, so not a 400; `refused` breaks a rule, so a 4xx;
 * `documented` may be any documented reply.
 */
export type Expectation = 'accepted' | 'refused' | 'documented'

/** An administrator's session, a member's key with all scopes, or anonymous. */
export type CallerKind = 'admin' | 'key' | 'nobody'

export type Case = {
  why: string
  caller: CallerKind
  method: string
  /** `{id}` is replaced by the id of a record created for this request. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
  expect: Expectation
  /** May reach another operation: another method, or a URL that resolves elsewhere. */
  elsewhere?: true
}

export const jsonType = { 'content-type': 'application/json' }

export const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** The required query parameters, except the one that the case sets itself. */
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

/** The simplest valid request; each case differs from it in one respect. */
export function plainCase(operation: Operation, judge: Judge, seed = 3, without = ''): Case {
  const { method, body } = operation
  const query = requiredQuery(operation, judge, seed, without)
  const path = query ? withQuery(operation.path, query) : operation.path
  const plain: Case = { why: 'plain', caller: 'admin', method, path, headers: {}, expect: 'accepted' }
  if (operation.filePart) return { ...plain, ...formWith(operation.filePart) }
  if (!body) return plain
  return { ...plain, headers: jsonType, body: JSON.stringify(sampleOf(body, judge, seed)) }
}

/** The expected result for a JSON body, by the description alone. */
export const expectOf = (operation: Operation, judge: Judge, value: unknown): Expectation => {
  if (!operation.body) return 'documented'
  return judge.fits(operation.body, value) ? 'accepted' : 'refused'
}
