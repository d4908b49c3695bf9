import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf } from '#test/client'
import { type TestServer, testServer } from '#test/server'
import { offerSetup } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function everythingStored(): Promise<string> {
  const { pool } = server.db
  const tables = await pool.query(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const rows = []
  for (const { name } of tables.rows)
    rows.push(...(await pool.query(`select t::text as row from ${name} t`)).rows)
  return rows.map(({ row }) => row).join('\n')
}

it('stores no password and no token in clear text', async () => {
  const origin = { url: server.url, secure: false, aliases: [] }
  const link = await offerSetup(server.db, origin)
  const setupToken = new URL(link ?? '').searchParams.get('token') ?? ''
  const secrets = {
    setupToken,
    first: 'a mule sings at dawn',
    second: 'an owl reads by night',
    third: 'a carp walks at noon',
  }
  const nobody = clientOf(server.url)
  const setup = await nobody('POST', '/api/v1/auth/setup', {
    body: { token: setupToken, email: 'a@example.com', name: 'A', password: secrets.first },
  })
  const cookie = setup.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const admin = clientOf(server.url, { cookie })
  const invited = await admin('POST', '/api/v1/admin/members/invitations', {
    body: { email: 'b@example.com' },
  })
  const pending = await admin('POST', '/api/v1/admin/members/invitations', {
    body: { email: 'c@example.com' },
  })
  const accepted = await nobody('POST', '/api/v1/auth/invitations/accept', {
    body: { token: invited.body.token, name: 'B', password: secrets.second },
  })
  const key = await admin('POST', '/api/v1/api-keys', { body: { name: 'k', scopes: ['profile:read'] } })
  const changed = await admin('POST', '/api/v1/me/password', {
    body: { currentPassword: secrets.first, newPassword: secrets.third },
  })
  expect([setup, invited, pending, accepted, key, changed].map((answer) => answer.status)).toEqual([
    201, 201, 201, 201, 201, 204,
  ])
  const planted = [
    ...Object.values(secrets),
    invited.body.token,
    pending.body.token,
    key.body.token,
    key.body.token.split('_')[1],
    ...[cookie, accepted.headers.getSetCookie()[0]?.split(';')[0] ?? ''].map(
      (pair) => pair.split('=')[1] ?? '',
    ),
  ]
  const stored = await everythingStored()
  expect(stored).toContain('c@example.com')
  expect(stored).toContain('$argon2id$v=19$m=47104,t=2,p=1$')
  for (const secret of planted) {
    expect(secret.length).toBeGreaterThan(10)
    // The dump shows bytes in hexadecimal.
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    expect(stored).not.toContain(secret)
  }
})
