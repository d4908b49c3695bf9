import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { type Answer, asKey, clientOf } from '#test/client'
import { createKey, createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
let admin: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_KEY_PER_MINUTE: '5' })
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const refusal = (answer: Answer) => [answer.status, answer.body.code]
const unauthenticated = [401, 'auth.unauthenticated']

describe('a key', () => {
  it('acts as its member', async () => {
    const key = await ada.key('profile:*')
    expect((await key('GET', '/api/v1/me')).body.member).toMatchObject({ id: ada.id, email: ada.email })
    const renamed = await key('PATCH', '/api/v1/me', { body: { name: 'By key' } })
    expect(renamed.body.member).toMatchObject({ id: ada.id, name: 'By key' })
  })

  it('takes precedence over a cookie, even when invalid', async () => {
    const { token } = await createKey(server.db, ada.id, ['profile:read'])
    const cookie = `mailwright_session=${admin.sessionToken}`
    const both = clientOf(server.url, { cookie, authorization: `Bearer ${token}` })
    expect((await both('GET', '/api/v1/me')).body.member.id).toBe(ada.id)
    expect(refusal(await both('GET', '/api/v1/api-keys'))).toEqual([403, 'api_key.session_required'])
    for (const authorization of ['Bearer nothing', 'Bearer', 'Bearer a b', `Bearer ${token}x`]) {
      const client = clientOf(server.url, { cookie, authorization })
      expect(refusal(await client('GET', '/api/v1/me'))).toEqual(unauthenticated)
    }
  })

  it('is read from a bearer token only, not from basic authentication of a proxy', async () => {
    const cookie = `mailwright_session=${admin.sessionToken}`
    const client = clientOf(server.url, { cookie, authorization: 'Basic YTpi' })
    expect((await client('GET', '/api/v1/me')).body.member.id).toBe(admin.id)
  })

  it('is limited to its scopes, and the error names the missing one', async () => {
    const key = await admin.key('profile:read', 'admin:read')
    expect((await key('GET', '/api/v1/admin/members')).status).toBe(200)
    const answer = await key('PATCH', '/api/v1/me', { body: { name: 'x' } })
    expect(refusal(answer)).toEqual([403, 'api_key.scope_missing'])
    expect(answer.body.details).toEqual({ required: 'profile:write' })
    const invited = await key('POST', '/api/v1/admin/members/invitations', {
      body: { email: 'x@example.com' },
    })
    expect(invited.body.details).toEqual({ required: 'admin:write' })
  })

  it('loses administrative access when its member loses the role, whatever its scopes', async () => {
    const demoted = await createMember(server, { role: 'admin' })
    const key = await demoted.key('admin:*')
    expect((await key('GET', '/api/v1/admin/members')).status).toBe(200)
    await server.db.run(sql`update members set role = 'member' where id = ${demoted.id}`)
    expect(refusal(await key('GET', '/api/v1/admin/members'))).toEqual([403, 'auth.forbidden'])
  })

  it('is rejected once expired', async () => {
    const { id, token } = await createKey(server.db, ada.id, ['profile:read'], '2999-01-01T00:00:00Z')
    const key = asKey(server.url, token)
    expect((await key('GET', '/api/v1/me')).status).toBe(200)
    await server.db.run(sql`update api_keys set expires_at = now() where id = ${id}`)
    expect(refusal(await key('GET', '/api/v1/me'))).toEqual(unauthenticated)
  })

  it('records its last use with one-minute precision', async () => {
    const { id, token } = await createKey(server.db, ada.id, ['profile:read'])
    const lastUsed = async () => {
      const { keys } = (await ada.session('GET', '/api/v1/api-keys')).body
      return keys.find((key: { id: string }) => key.id === id).lastUsedAt
    }
    expect(await lastUsed()).toBeNull()
    const before = Date.now()
    await asKey(server.url, token)('GET', '/api/v1/me')
    const first = await lastUsed()
    expect(first).toMatch(/:00\.000Z$/)
    expect(Date.parse(first)).toBeGreaterThan(before - 60_000 - 1000)
    expect(Date.parse(first)).toBeLessThanOrEqual(Date.now())
    await server.db.run(sql`update api_keys set last_used_at = '2020-01-01T00:00:00Z' where id = ${id}`)
    await asKey(server.url, token)('GET', '/api/v1/me')
    expect(Date.parse(await lastUsed())).toBeGreaterThanOrEqual(Date.parse(first))
  })
})

describe('the rate limit of a key', () => {
  it('rejects requests over the limit of a sliding minute and returns Retry-After', async () => {
    const { id, token } = await createKey(server.db, ada.id, ['profile:read'])
    const key = asKey(server.url, token)
    for (let i = 0; i < 5; i++) expect((await key('GET', '/api/v1/me')).status).toBe(200)
    const answer = await key('GET', '/api/v1/me')
    expect(refusal(answer)).toEqual([429, 'api_key.rate_limited'])
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(61)

    const other = await ada.key('profile:read')
    expect((await other('GET', '/api/v1/me')).status).toBe(200)
    for (let i = 0; i < 7; i++) expect((await ada.session('GET', '/api/v1/me')).status).toBe(200)

    await server.db.run(sql`update rate_windows set head = head - 61 where bucket = ${`key:${id}`}`)
    expect((await key('GET', '/api/v1/me')).status).toBe(200)
  })

  it('counts concurrent requests', async () => {
    const key = await ada.key('profile:read')
    const answers = await Promise.all(Array.from({ length: 20 }, () => key('GET', '/api/v1/me')))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15)
  })

  it('counts rejected requests too', async () => {
    const key = await ada.key('profile:read')
    for (let i = 0; i < 5; i++) expect((await key('GET', '/api/v1/api-keys')).status).toBe(403)
    expect(refusal(await key('GET', '/api/v1/me'))).toEqual([429, 'api_key.rate_limited'])
  })
})
