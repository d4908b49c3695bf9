import { gatherRequests } from '../../platform/concurrency/background-turns.ts'
import { createBatcher } from '../../platform/concurrency/batcher.ts'
import type { Config } from '../../platform/config/read-config.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import { authRoutes } from './auth.routes.ts'
import {
  type AuthenticatedSession,
  authenticateSessions,
  purgeSessions,
  touchSessions,
} from './auth.store.ts'
import { purgeSources } from './sign-in-sources.store.ts'

type AuthDeps = { config: Pick<Config, 'accountSignInLimit'>; origin: Origin; live: Live }

export const createAuth = ({ config, origin, live }: AuthDeps): Slice => ({
  routes: authRoutes(origin, live, config.accountSignInLimit),
  retention: [
    { name: 'sessions', schedule: '20 * * * *', run: purgeSessions },
    { name: 'sign-in-sources', schedule: '25 3 * * *', run: purgeSources },
  ],
})

/**
 * Finds the caller behind a session. Queried on every request, so that an ended session ends everywhere at once; one
 * statement at a time, which serves all requests that came meanwhile.
 */
export function createSessionFinder(db: Db): (token: string) => Promise<Caller | undefined> {
  const find = createBatcher(
    async (hashes: Buffer[]) => {
      const rows = await authenticateSessions(db, hashes)
      const byHash = new Map(rows.map((row) => [row.tokenHash.toString('base64'), row]))
      return hashes.map((hash) => byHash.get(hash.toString('base64')))
    },
    { maxInFlight: 1, rest: gatherRequests },
  )
  return async (token) => {
    const found = await find(hashToken(token))
    if (found?.isStale) await touchSessions(db, [found.sessionId])
    return found && callerOf(found)
  }
}

const callerOf = ({ sessionId, memberId, email, role, settings }: AuthenticatedSession): Caller => ({
  memberId,
  email,
  role,
  settings,
  via: { kind: 'session', sessionId },
})
