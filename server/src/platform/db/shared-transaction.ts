import { createBatcher } from '../concurrency/batcher.ts'
import { createMutex, type Mutex } from '../concurrency/mutex.ts'
import type { Db } from './database.ts'

// Several callers may use one transaction at the same time, so that their work commits together. They are not isolated
// from each other: a lock that one of them takes is held by all. What must not overlap goes through `inTurn`, and what
// cannot share asks for a transaction of its own.

type Shared = {
  reads: Map<string, Promise<unknown>>
  merges: Map<string, (item: unknown) => Promise<unknown>>
  turns: Map<string, Mutex>
}
const place = Symbol('shared')
const sharedOf = (db: Db) => db.values?.get(place) as Shared | undefined

/** Marks a transaction that several callers use at the same time. */
export function markShared(tx: Db) {
  const shared: Shared = { reads: new Map(), merges: new Map(), turns: new Map() }
  tx.values?.set(place, shared)
}

/** The work cannot be done in a shared transaction and is to be repeated in one of its own. */
export class NeedsOwnTransaction extends Error {
  override name = 'NeedsOwnTransaction'
}

export function requireOwnTransaction(db: Db) {
  if (sharedOf(db)) throw new NeedsOwnTransaction()
}

/** Reads once for all callers of a shared transaction; otherwise each time. For what no caller changes. */
export function readOnce<T>(db: Db, key: string, read: () => Promise<T>): Promise<T> {
  const reads = sharedOf(db)?.reads
  if (!reads) return read()
  const known = reads.get(key) as Promise<T> | undefined
  const reading = known ?? read()
  if (!known) reads.set(key, reading)
  return reading
}

/** Passes the items that callers of a shared transaction have at the same moment to one call of `run`. */
export async function merge<Q, A>(
  db: Db,
  key: string,
  item: Q,
  run: (items: Q[]) => Promise<A[]>,
): Promise<A> {
  const merges = sharedOf(db)?.merges
  if (!merges) {
    const [answer] = await run([item])
    return answer as A
  }
  const known = merges.get(key) as ((item: Q) => Promise<A>) | undefined
  const add = known ?? createBatcher(run, { maxInFlight: 1 })
  if (!known) merges.set(key, add as (item: unknown) => Promise<unknown>)
  return add(item)
}

/** Work with the same key is done one after the other, where the locks of a shared transaction do not ensure that. */
export function inTurn<T>(db: Db, key: string, work: () => Promise<T>): Promise<T> {
  const turns = sharedOf(db)?.turns
  if (!turns) return work()
  const turn = turns.get(key) ?? createMutex()
  turns.set(key, turn)
  return turn(work)
}
