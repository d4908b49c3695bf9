import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { anotherServer } from '#test/another-server'
import { type Answer, asKey, asSession, clientOf } from '#test/client'
import { createKey, createMember, password, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let other: Awaited<ReturnType<typeof anotherServer>>
let admin: TestMember
beforeAll(async () => {
  server = await testServer()
  other = await anotherServer(server.databaseUrl)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const refusal = (answer: Answer) => [answer.status, answer.body.code]
const unauthenticated = [401, 'auth.unauthenticated']
const act = (id: string, what: 'deactivate' | 'reactivate') =>
  admin.session('POST', `/api/v1/admin/members/${id}/${what}`)

describe('a suspended member', () => {
  it('is rejected from the next request on, by session and by key, on every process', async () => {
    const ada = await createMember(server)
    const { id: keyId, token } = await createKey(server.db, ada.id, ['profile:read'])
    const callers = [server.url, other.url].flatMap((url) => [
      asSession(url, ada.sessionToken),
      asKey(url, token),
    ])
    for (const caller of callers) expect((await caller('GET', '/api/v1/me')).status).toBe(200)
    await act(ada.id, 'deactivate')
    for (const caller of callers) expect(refusal(await caller('GET', '/api/v1/me'))).toEqual(unauthenticated)

    // The keys were rejected, not revoked.
    const key = await server.db.row(sql`select revoked_at from api_keys where id = ${keyId}`)
    expect(key).toEqual({ revoked_at: null })
    await act(ada.id, 'reactivate')
    expect((await asKey(other.url, token)('GET', '/api/v1/me')).status).toBe(200)
    expect(refusal(await asSession(other.url, ada.sessionToken)('GET', '/api/v1/me'))).toEqual(
      unauthenticated,
    )
  })

  it('is rejected even with a session that survived the suspension', async () => {
    const ada = await createMember(server)
    await server.db.run(sql`update members set status = 'suspended' where id = ${ada.id}`)
    expect(refusal(await ada.session('GET', '/api/v1/me'))).toEqual(unauthenticated)
  })

  it('cannot sign in until reactivated', async () => {
    const ada = await createMember(server)
    const login = () =>
      clientOf(other.url)('POST', '/api/v1/auth/login', { body: { email: ada.email, password } })
    await act(ada.id, 'deactivate')
    expect(refusal(await login())).toEqual([401, 'auth.invalid_credentials'])
    await act(ada.id, 'reactivate')
    expect((await login()).status).toBe(200)
  })
})
