import { newApiKey, newToken } from '../../src/platform/crypto/tokens.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { createKey, createMember, createSession } from '../factories.ts'
import type { TestServer } from '../server.ts'

export type Credentials = Record<string, string>

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` })
const cookie = (token: string): Credentials => ({ cookie: `mailwright_session=${token}` })

/** Credentials that every guarded route must reject. With valid ones, all would be administrators with every scope. */
export async function strangers(server: TestServer): Promise<Record<string, Credentials>> {
  const { db } = server
  const admin = await createMember(server, { role: 'admin' })
  const suspended = await createMember(server, { role: 'admin', status: 'suspended' })
  const all = ['admin:*', 'profile:*', 'contacts:*', 'notifications:*']
  const key = async (memberId: string, expiresAt: string | null = null) =>
    createKey(db, memberId, all, expiresAt)

  const live = await createSession(db, admin.id)
  const revoked = await key(admin.id)
  await db.run(sql`update api_keys set revoked_at = now() where id = ${revoked.id}`)
  const ended = await createSession(db, admin.id)
  await db.run(sql`delete from sessions where id = ${ended.id}`)
  const expired = await createSession(db, admin.id)
  await db.run(sql`update sessions set expires_at = now() - interval '1 second' where id = ${expired.id}`)
  const idle = await createSession(db, admin.id)
  await db.run(sql`update sessions set last_seen_at = now() - interval '13 hours' where id = ${idle.id}`)
  const valid = await key(admin.id)

  return {
    'no credentials': {},
    'a bearer that is no key': bearer('garbage'),
    'an empty bearer': { authorization: 'Bearer ' },
    'another scheme': { authorization: `Basic ${valid.token}` },
    'a well-formed key that no one has': bearer(newApiKey().token),
    'a key with one letter changed': bearer(
      `${valid.token.slice(0, -1)}${valid.token.endsWith('a') ? 'b' : 'a'}`,
    ),
    'a key in the cookie': cookie(valid.token),
    'a revoked key': bearer(revoked.token),
    'an expired key': bearer((await key(admin.id, '2020-01-01T00:00:00Z')).token),
    'the key of a suspended member': bearer((await key(suspended.id)).token),
    'a session that no one has': cookie(newToken()),
    'a session token as a key': bearer(live.token),
    'the session of a suspended member': cookie(suspended.sessionToken),
    'an ended session': cookie(ended.token),
    'an expired session': cookie(expired.token),
    'a session idle for too long': cookie(idle.token),
    'an invalid key beside a valid session': { ...cookie(live.token), ...bearer('garbage') },
  }
}
