import type { Db } from '../../platform/db/database.ts'
import { type AuthenticatedKey, authenticateKeys, type KeyUse } from './api-keys.store.ts'

type Result = AuthenticatedKey | undefined

async function authenticate(db: Db, uses: KeyUse[], maxPerMinute: number): Promise<Result[]> {
  const results = new Array<Result>(uses.length)
  for (const { place, ...row } of await authenticateKeys(db, uses, maxPerMinute)) results[place - 1] = row
  return results
}

/** Counts concurrent requests with the same key in one go; near its limit, one by one. */
export async function findKeyCallers(db: Db, hashes: Buffer[], maxPerMinute: number): Promise<Result[]> {
  const places = Map.groupBy(hashes.keys(), (i) => hashes[i]?.toString('latin1') ?? '')
  const groups = [...places.values()].sort((a, b) => Buffer.compare(hashOf(a), hashOf(b)))
  function hashOf([first = 0]: number[]) {
    return hashes[first] ?? Buffer.alloc(0)
  }
  const together = groups.map((group) => ({ tokenHash: hashOf(group), times: group.length }))
  const found = await authenticate(db, together, maxPerMinute)
  const results = new Array<Result>(hashes.length)
  for (const [g, group] of groups.entries()) {
    const result = found[g]
    const singly = result && result.retryAfter > 0 && group.length > 1
    const uses = group.map(() => ({ tokenHash: hashOf(group), times: 1 }))
    const each = singly ? await authenticate(db, uses, maxPerMinute) : group.map(() => result)
    for (const [n, place] of group.entries()) results[place] = each[n]
  }
  return results
}
