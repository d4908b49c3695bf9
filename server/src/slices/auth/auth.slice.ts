import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { authRoutes } from './auth.routes.ts'
import { authenticateSession } from './auth.store.ts'

export const createAuth = ({ origin }: { origin: Origin }) => ({ routes: authRoutes(origin) })

/** Whose session this is; asked of the database at each request, so that an ended one ends everywhere at once. */
export async function callerBySession(db: Db, token: string): Promise<Caller | undefined> {
  const found = await authenticateSession(db, hashToken(token))
  return (
    found && {
      memberId: found.member_id,
      email: found.email,
      role: found.role,
      settings: found.settings,
      via: { kind: 'session', sessionId: found.session_id },
    }
  )
}
