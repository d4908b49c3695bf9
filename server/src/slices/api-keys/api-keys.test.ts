import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { type Answer, asKey } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
let admin: TestMember
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const path = '/api/v1/api-keys'
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const create = async (member: TestMember, body: object = {}) => {
  const answer = await member.session('POST', path, {
    body: { name: 'key', scopes: ['profile:read'], ...body },
  })
  expect(answer.status).toBe(201)
  return answer.body
}
const auditOf = async (targetId: string) => {
  const { body } = await admin.session('GET', '/api/v1/admin/audit')
  return body.entries.filter((entry: { targetId: string }) => entry.targetId === targetId).reverse()
}

describe('creating a key', () => {
  it('returns the token once and lists only its prefix', async () => {
    const { key, token } = await create(ada, { name: 'Once' })
    expect(token).toMatch(/^mw[a-z0-9]{6}_[A-Za-z0-9]{40}$/)
    expect(key).toEqual({
      id: key.id,
      name: 'Once',
      prefix: token.slice(0, 8),
      scopes: ['profile:read'],
      memberId: ada.id,
      memberEmail: ada.email,
      createdAt: key.createdAt,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    })
    const list = await ada.session('GET', path)
    expect(list.body.keys).toContainEqual(key)
    expect(list.text).not.toContain(token.slice(9))
    expect((await asKey(server.url, token)('GET', '/api/v1/me')).body.member.id).toBe(ada.id)
  })

  it('sets the expiry date', async () => {
    const { key } = await create(ada, { expiresInDays: 730 })
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(730 * 24 * 3600 * 1000)
  })

  it('removes duplicate scopes', async () => {
    const { key } = await create(ada, { scopes: ['tables:*', 'profile:read', 'tables:*'] })
    expect(key.scopes).toEqual(['tables:*', 'profile:read'])
  })

  it.each(['admin:read', 'admin:write', 'admin:*'])('reserves %s to administrators', async (scope) => {
    const body = { name: 'x', scopes: ['profile:read', scope] }
    expect(refusal(await ada.session('POST', path, { body }))).toEqual([403, 'api_key.scope_forbidden'])
    expect((await create(admin, body)).key.scopes).toContain(scope)
  })

  it.each([
    [{ scopes: ['profile:read'] }],
    [{ name: '', scopes: ['profile:read'] }],
    [{ name: 'x'.repeat(121), scopes: ['profile:read'] }],
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['everything'] }],
    [{ name: 'x', scopes: Array.from({ length: 21 }, () => 'profile:read') }],
    [{ name: 'x', scopes: ['profile:read'], expiresInDays: 0 }],
    [{ name: 'x', scopes: ['profile:read'], expiresInDays: 731 }],
    [{ name: 'x', scopes: ['profile:read'], expiresInDays: 1.5 }],
    [{ name: 'x', scopes: ['profile:read'], more: 1 }],
  ])('rejects %j', async (body) => {
    const answer = await ada.session('POST', path, { body })
    expect(refusal(answer)).toEqual([400, 'api_key.bad_request'])
    expect(answer.body.details.issues).toHaveLength(1)
  })

  it('is written to the audit log without the secret', async () => {
    const { key, token } = await create(ada, { name: 'Logged' })
    const [entry] = await auditOf(key.id)
    expect(entry).toMatchObject({ action: 'api_key.created', actorMemberId: ada.id })
    expect(JSON.stringify(entry)).not.toContain(token.slice(9))
  })
})

describe('listing keys', () => {
  it('returns live keys first, then expired, then revoked ones, the newest of each group first', async () => {
    const bob = await createMember(server)
    const ids: Record<string, string> = {}
    for (const name of ['revoked', 'expired', 'old', 'new', 'revoked too']) {
      const { key } = await create(bob, { name, expiresInDays: 1 })
      ids[name] = key.id
      if (name.startsWith('revoked')) await bob.session('POST', `${path}/${key.id}/revoke`)
    }
    await server.db.run(sql`update api_keys set expires_at = now() where id = ${ids.expired}`)
    const { keys } = (await bob.session('GET', path)).body
    expect(keys.map((key: { name: string }) => key.name)).toEqual([
      'new',
      'old',
      'expired',
      'revoked too',
      'revoked',
    ])
  })

  it('hides the keys of other members, even from administrators', async () => {
    const { key } = await create(ada)
    const { keys } = (await admin.session('GET', path)).body
    expect(keys.map((k: { id: string }) => k.id)).not.toContain(key.id)
  })
})

describe('revoking a key', () => {
  it('takes effect at once, is final and keeps the first date', async () => {
    const { key, token } = await create(ada)
    const client = asKey(server.url, token)
    expect((await client('GET', '/api/v1/me')).status).toBe(200)
    const first = await ada.session('POST', `${path}/${key.id}/revoke`)
    expect(first.status).toBe(200)
    expect(first.body.key.revokedAt).not.toBeNull()
    expect(refusal(await client('GET', '/api/v1/me'))).toEqual([401, 'auth.unauthenticated'])
    const again = await ada.session('POST', `${path}/${key.id.toUpperCase()}/revoke`)
    expect(again.body.key.revokedAt).toBe(first.body.key.revokedAt)
    const actions = (await auditOf(key.id)).map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(['api_key.created', 'api_key.revoked'])
  })

  it('returns 404 for unknown keys and those of other members', async () => {
    const { key, token } = await create(ada)
    for (const id of [key.id, 'nope', '01890000-0000-7000-8000-000000000000']) {
      const answer = await admin.session('POST', `${path}/${id}/revoke`)
      expect(refusal(answer)).toEqual([404, 'api_key.not_found'])
    }
    expect((await asKey(server.url, token)('GET', '/api/v1/me')).status).toBe(200)
  })
})

describe('keys', () => {
  it('can be managed only with a session, not with a key or anonymously', async () => {
    const key = await admin.key('admin:*', 'profile:*')
    const nobody = asKey(server.url, 'mwxxxxxx_nothing')
    for (const [method, at] of [
      ['GET', path],
      ['POST', path],
      ['POST', `${path}/x/revoke`],
    ] as const) {
      expect(refusal(await key(method, at))).toEqual([403, 'api_key.session_required'])
      expect(refusal(await nobody(method, at))).toEqual([401, 'auth.unauthenticated'])
    }
  })
})
