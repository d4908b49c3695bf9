import { gatherRequests } from '../../platform/concurrency/background-turns.ts'
import { createBatcher } from '../../platform/concurrency/batcher.ts'
import { parseApiKey } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import type { AuthenticatedKey } from './api-keys.store.ts'
import { findKeyCallers } from './find-key-callers.ts'

export const createApiKeys = ({ live }: { live: Live }): Slice => ({ routes: apiKeyRoutes(live) })

type KeyCaller = { caller: Caller; retryAfterSeconds: number }

/** Finds the caller behind a key, and how long it has to wait when over its rate limit. */
export function createKeyFinder(db: Db, maxPerMinute: number) {
  const find = createBatcher((hashes: Buffer[]) => findKeyCallers(db, hashes, maxPerMinute), {
    maxInFlight: 1,
    rest: gatherRequests,
  })
  return async (token: string): Promise<KeyCaller | undefined> => {
    const parsed = parseApiKey(token)
    const found = parsed && (await find(parsed.hash))
    return found && { retryAfterSeconds: found.retryAfter, caller: callerOf(found) }
  }
}

const callerOf = ({ keyId, memberId, email, role, settings, scopes }: AuthenticatedKey): Caller => ({
  memberId,
  email,
  role,
  settings,
  via: { kind: 'key', keyId, scopes },
})
