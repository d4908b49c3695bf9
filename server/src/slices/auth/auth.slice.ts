import { createBatcher } from '../../platform/concurrency/batcher.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import { authRoutes } from './auth.routes.ts'
import { type AuthenticatedSession, authenticateSessions } from './auth.store.ts'

export const createAuth = ({ origin, live }: { origin: Origin; live: Live }) => ({
  routes: authRoutes(origin, live),
})

/** Whose session this is; asked of the database at each request, so that an ended one ends everywhere at once. */
export function createSessionFinder(db: Db): (token: string) => Promise<Caller | undefined> {
  const find = createBatcher(async (hashes: Buffer[]) => {
    const rows = await authenticateSessions(db, hashes)
    const byHash = new Map(rows.map((row) => [row.tokenHash.toString('base64'), row]))
    return hashes.map((hash) => byHash.get(hash.toString('base64')))
  })
  return async (token) => {
    const found = await find(hashToken(token))
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
