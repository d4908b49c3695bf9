import { createHash } from 'node:crypto'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { addressGroupOf } from '../../platform/http/address-group.ts'
import { deviceCookie, deviceCookieName, type Origin } from '../../platform/http/headers.ts'
import { hasSources, isKnownSource, rememberSources } from './sign-in-sources.store.ts'
import type { Visit } from './visit.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const addressSource = ({ ip }: Visit) => hash(`address ${addressGroupOf(ip)}`)
const deviceSource = (token: string) => hash(`device ${token}`)

const deviceOf = (origin: Origin, { cookie }: Visit) => cookie(deviceCookieName(origin))?.slice(0, 100)

/** Whether the visitor's address or browser has signed in to this account before. */
export function isKnownVisitor(db: Db, origin: Origin, email: string, visit: Visit) {
  const device = deviceOf(origin, visit)
  return isKnownSource(db, email, [addressSource(visit), ...(device ? [deviceSource(device)] : [])])
}

/** Whether the visitor comes from a place that is new to the account. The first sign-in of a member is not. */
export const isNewPlace = async (
  db: Db,
  origin: Origin,
  member: { id: string; email: string },
  visit: Visit,
) => (await hasSources(db, member.id)) && !(await isKnownVisitor(db, origin, member.email, visit))

/** Remembers the address and the browser. A cookie that we did not give to this member is replaced. */
export async function rememberVisitor(
  db: Db,
  origin: Origin,
  member: { id: string; email: string },
  visit: Visit,
) {
  const given = deviceOf(origin, visit)
  const isOwn = given !== undefined && (await isKnownSource(db, member.email, [deviceSource(given)]))
  const token = isOwn ? given : newToken()
  await rememberSources(db, member.id, [addressSource(visit), deviceSource(token)])
  db.afterCommit(() => visit.header('Set-Cookie', deviceCookie(origin, token)))
}
