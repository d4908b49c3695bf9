import { parseApiKey } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { authenticateKey } from './api-keys.store.ts'

export const createApiKeys = () => ({ routes: apiKeyRoutes() })

type Found = { caller: Caller; retryAfterSeconds: number }

/** Whose key this is and whether it may speak now, with one query. */
export async function callerByKey(db: Db, token: string, mostPerMinute: number): Promise<Found | undefined> {
  const parsed = parseApiKey(token)
  const found = parsed && (await authenticateKey(db, parsed.hash, mostPerMinute))
  return (
    found && {
      retryAfterSeconds: found.retry_after,
      caller: {
        memberId: found.member_id,
        email: found.email,
        role: found.role,
        settings: found.settings,
        via: { kind: 'key', keyId: found.key_id, scopes: found.scopes },
      },
    }
  )
}
