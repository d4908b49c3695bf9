import { randomBytes } from 'node:crypto'
import { hashPassword } from '../src/platform/crypto/passwords.ts'
import { hashToken, newApiKey, newToken } from '../src/platform/crypto/tokens.ts'
import type { Database } from '../src/platform/db/database.ts'
import { sql } from '../src/platform/db/sql.ts'
import { newId } from '../src/platform/ids/ids.ts'
import { asKey, asSession, type Client } from './client.ts'
import type { TestServer } from './server.ts'

export const password = 'correct horse battery staple'
// All members share one password hash, since hashing is slow.
let passwordHash: Promise<string> | undefined

export type TestMember = {
  id: string
  email: string
  name: string
  role: 'member' | 'admin'
  sessionId: string
  sessionToken: string
  /** Calls with the session of the member. */
  session: Client
  /** Calls with a new key of the member with these scopes. */
  key(...scopes: string[]): Promise<Client>
}

type MemberOptions = {
  role?: 'member' | 'admin'
  name?: string
  email?: string
  status?: 'active' | 'suspended'
}

export async function createKey(
  db: Database,
  memberId: string,
  scopes: string[],
  expiresAt: string | null = null,
) {
  const { prefix, token, hash } = newApiKey()
  const id = newId()
  await db.run(sql`
    insert into api_keys (id, member_id, name, prefix, token_hash, scopes, expires_at)
    values (${id}, ${memberId}, 'test', ${prefix}, ${hash}, ${scopes}, ${expiresAt})`)
  return { id, token }
}

export async function createSession(db: Database, memberId: string) {
  const token = newToken()
  const id = newId()
  await db.run(sql`
    insert into sessions (id, member_id, token_hash, expires_at)
    values (${id}, ${memberId}, ${hashToken(token)}, now() + interval '30 days')`)
  return { id, token }
}

/** Inserts a member with a session directly into the database. */
export async function createMember(
  { db, url }: TestServer,
  options: MemberOptions = {},
): Promise<TestMember> {
  passwordHash ??= hashPassword(password)
  const id = newId()
  const { role = 'member', status = 'active' } = options
  const name = options.name ?? 'Ada Test'
  const email = options.email ?? `m${randomBytes(5).toString('hex')}@example.com`
  await db.run(sql`
    insert into members (id, email, name, role, status, password_hash)
    values (${id}, ${email}, ${name}, ${role}, ${status}, ${await passwordHash})`)
  const { id: sessionId, token: sessionToken } = await createSession(db, id)
  return {
    id,
    email,
    name,
    role,
    sessionId,
    sessionToken,
    session: asSession(url, sessionToken),
    key: async (...scopes) => asKey(url, (await createKey(db, id, scopes)).token),
  }
}
