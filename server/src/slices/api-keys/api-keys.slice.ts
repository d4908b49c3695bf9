import { parseApiKey } from '../../platform/crypto/tokens.ts'
import { createBatcher } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { type AuthenticatedKey, authenticateKeys } from './api-keys.store.ts'

export const createApiKeys = ({ live }: { live: Live }) => ({ routes: apiKeyRoutes(live) })

type Found = { caller: Caller; retryAfterSeconds: number }

/** Whose key this is and whether it may speak now. */
export function createKeyFinder(db: Db, mostPerMinute: number) {
  const find = createBatcher(async (hashes: Buffer[]) => {
    const order = hashes.map((hash, i) => ({ hash, i })).sort((a, b) => Buffer.compare(a.hash, b.hash))
    const rows = await authenticateKeys(
      db,
      order.map(({ hash }) => hash),
      mostPerMinute,
    )
    const answers = new Array<AuthenticatedKey | undefined>(hashes.length)
    for (const { place, ...row } of rows) answers[order[place - 1]?.i ?? -1] = row
    return answers
  })
  return async (token: string): Promise<Found | undefined> => {
    const parsed = parseApiKey(token)
    const found = parsed && (await find(parsed.hash))
    return found && { retryAfterSeconds: found.retryAfter, caller: callerOf(found) }
  }
}

const callerOf = ({ keyId, memberId, email, role, settings, scopes }: AuthenticatedKey): Caller => ({
  ...{ memberId, email, role, settings },
  via: { kind: 'key', keyId, scopes },
})
