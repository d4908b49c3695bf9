import type { Db } from '../../platform/db/database.ts'
import { type AuthenticatedKey, authenticateKeys, type KeyUse } from './api-keys.store.ts'

type Answer = AuthenticatedKey | undefined

async function ask(db: Db, uses: KeyUse[], maxPerMinute: number): Promise<Answer[]> {
  const answers = new Array<Answer>(uses.length)
  for (const { place, ...row } of await authenticateKeys(db, uses, maxPerMinute)) answers[place - 1] = row
  return answers
}

/** Requests with one key that come together are counted together; near its limit, one by one. */
export async function findKeyCallers(db: Db, hashes: Buffer[], maxPerMinute: number): Promise<Answer[]> {
  const places = Map.groupBy(hashes.keys(), (i) => hashes[i]?.toString('latin1') ?? '')
  const groups = [...places.values()].sort((a, b) => Buffer.compare(hashOf(a), hashOf(b)))
  function hashOf([first = 0]: number[]) {
    return hashes[first] ?? Buffer.alloc(0)
  }
  const together = groups.map((group) => ({ tokenHash: hashOf(group), times: group.length }))
  const found = await ask(db, together, maxPerMinute)
  const answers = new Array<Answer>(hashes.length)
  for (const [g, group] of groups.entries()) {
    const answer = found[g]
    const singly = answer && answer.retryAfter > 0 && group.length > 1
    const uses = group.map(() => ({ tokenHash: hashOf(group), times: 1 }))
    const each = singly ? await ask(db, uses, maxPerMinute) : group.map(() => answer)
    for (const [n, place] of group.entries()) answers[place] = each[n]
  }
  return answers
}
