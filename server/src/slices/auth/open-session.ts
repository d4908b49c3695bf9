import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Origin, sessionCookie } from '../../platform/http/headers.ts'
import { newId } from '../../platform/ids/ids.ts'
import { insertSession } from './auth.store.ts'

const days = 30

export type Visit = { ip: string; userAgent: string | null; header(name: string, value: string): void }

/** A new session at each sign-in: 256 bits in a cookie, only their hash in the database. */
export async function openSession(db: Db, origin: Origin, memberId: string, visit: Visit) {
  const token = newToken()
  const userAgent = visit.userAgent?.slice(0, 400).replaceAll('\0', '') ?? null
  await insertSession(db, {
    id: newId(),
    memberId,
    tokenHash: hashToken(token),
    ip: visit.ip,
    userAgent,
    days,
  })
  // A sign-in that fails in the end must not overwrite the cookie that the browser has.
  db.afterCommit(() => visit.header('Set-Cookie', sessionCookie(origin, token, days * 24 * 60 * 60)))
}
