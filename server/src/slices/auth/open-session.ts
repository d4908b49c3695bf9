import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Origin, sessionCookie } from '../../platform/http/headers.ts'
import { newId } from '../../platform/ids/ids.ts'
import { insertSession } from './auth.store.ts'
import { rememberVisitor } from './sign-in-sources.ts'
import type { Visit } from './visit.ts'

const sessionDays = 30

/** Opens a new session: a 256-bit token in a cookie, only its hash in the database. */
export async function openSession(
  db: Db,
  origin: Origin,
  member: { id: string; email: string },
  visit: Visit,
) {
  const token = newToken()
  const userAgent = visit.userAgent?.slice(0, 400).replaceAll('\0', '') ?? null
  const id = newId()
  await insertSession(db, {
    id,
    memberId: member.id,
    tokenHash: hashToken(token),
    ip: visit.ip,
    userAgent,
    days: sessionDays,
  })
  // A sign-in that is rolled back must not overwrite the browser's cookie.
  db.afterCommit(() => visit.header('Set-Cookie', sessionCookie(origin, token, sessionDays * 24 * 60 * 60)))
  await rememberVisitor(db, origin, member, visit)
  return { id, userAgent }
}
