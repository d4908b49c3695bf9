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

/** The plainest request of the right form, from which cases differ by one thing. */
export function plainCase(operation: Operation, judge: Judge, seed = 3): Case {
  const { method, path, body } = operation
  const plain: Case = { why: 'plain', caller: 'admin', method, path, headers: {}, expect: 'accepted' }
  if (!body) return plain
  return { ...plain, headers: jsonType, body: JSON.stringify(sampleOf(body, judge, seed)) }
}

/** What to expect of a JSON body, by the description alone. */
export const expectOf = (operation: Operation, judge: Judge, value: unknown): Expectation => {
  if (!operation.body) return 'documented'
  return judge.fits(operation.body, value) ? 'accepted' : 'refused'
}
