import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, clientOf } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server, { name: 'Ada' })
})
afterAll(() => server.close())

const refusal = (answer: Answer) => [answer.status, answer.body.code]
const invalid = [400, 'auth.invalid_settings']

describe('my account', () => {
  it('returns the member and their preferences', async () => {
    const bob = await createMember(server, { name: 'Bob', role: 'admin' })
    const { status, body } = await bob.session('GET', '/api/v1/me')
    expect(status).toBe(200)
    expect(body).toEqual({
      member: { id: bob.id, email: bob.email, name: 'Bob', role: 'admin', status: 'active' },
      settings: {},
    })
  })

  it.each([
    ['GET', '/api/v1/me', undefined, 'profile:read'],
    ['PATCH', '/api/v1/me', { name: 'x' }, 'profile:write'],
    ['PATCH', '/api/v1/me/settings', {}, 'profile:write'],
    ['GET', '/api/v1/scope', undefined, 'profile:read'],
    ['PUT', '/api/v1/scope', {}, 'profile:write'],
    ['GET', '/api/v1/dispatch-policy', undefined, 'profile:read'],
    ['PUT', '/api/v1/dispatch-policy', { mode: 'all' }, 'profile:write'],
  ])('%s %s requires the scope of a key and applies to its member', async (method, path, body, required) => {
    const sent = body ? { body } : {}
    expect(refusal(await clientOf(server.url)(method, path, sent))).toEqual([401, 'auth.unauthenticated'])
    const { key } = await createMember(server)
    const without = await key(required === 'profile:read' ? 'profile:write' : 'profile:read')
    const refused = await without(method, path, sent)
    expect(refusal(refused)).toEqual([403, 'api_key.scope_missing'])
    expect(refused.body.details.required).toBe(required)
    for (const scope of [required, 'profile:*'])
      expect((await (await key(scope))(method, path, sent)).status).toBe(200)
  })

  it.each([
    ['POST', '/api/v1/me/password'],
    ['GET', '/api/v1/me/sessions'],
    ['DELETE', '/api/v1/me/sessions/x'],
  ])('%s %s rejects keys', async (method, path) => {
    const key = await ada.key('profile:*')
    expect(refusal(await key(method, path))).toEqual([403, 'api_key.session_required'])
  })
})

describe('renaming myself', () => {
  it('changes only the name', async () => {
    const bob = await createMember(server)
    const { status, body } = await bob.session('PATCH', '/api/v1/me', { body: { name: 'Robert' } })
    expect(status).toBe(200)
    expect(body).toEqual({
      member: { id: bob.id, email: bob.email, name: 'Robert', role: 'member', status: 'active' },
    })
    expect((await bob.session('GET', '/api/v1/me')).body.member).toEqual(body.member)
    expect((await ada.session('GET', '/api/v1/me')).body.member.name).toBe('Ada')
  })

  it.each([
    [{}],
    [{ name: '' }],
    [{ name: 'x'.repeat(201) }],
    [{ name: 'x', email: 'new@example.com' }],
    [{ name: 'x', role: 'admin' }],
  ])('rejects %j', async (body) => {
    expect(refusal(await ada.session('PATCH', '/api/v1/me', { body }))).toEqual(invalid)
  })
})

describe('my preferences', () => {
  const change = (member: TestMember, body?: object) =>
    member.session('PATCH', '/api/v1/me/settings', body ? { body } : {})

  it('are merged key by key', async () => {
    const bob = await createMember(server)
    expect((await change(bob, { theme: 'dark' })).body).toEqual({ settings: { theme: 'dark' } })
    const all = { theme: 'dark', locale: 'fr', themeName: 'atelier' }
    expect((await change(bob, { locale: 'fr', themeName: 'atelier' })).body.settings).toEqual(all)
    expect((await change(bob, {})).body.settings).toEqual(all)
    expect((await change(bob)).body.settings).toEqual(all)
    expect((await bob.session('GET', '/api/v1/me')).body.settings).toEqual(all)
  })

  it('keep both of two keys that are written concurrently', async () => {
    const bob = await createMember(server)
    await Promise.all([change(bob, { theme: 'light' }), change(bob, { locale: 'en' })])
    expect((await change(bob)).body.settings).toEqual({ theme: 'light', locale: 'en' })
  })

  it('override the browser in the choice of language', async () => {
    const bob = await createMember(server)
    await change(bob, { locale: 'fr' })
    const answer = await bob.session('PATCH', '/api/v1/me', {
      body: {},
      headers: { 'accept-language': 'en' },
    })
    expect(answer.body.message).toContain('préférences')
  })

  it.each([[{ theme: 'blue' }], [{ locale: 'de' }], [{ themeName: null }], [{ colour: 'red' }]])(
    'reject %j',
    async (body) => {
      expect(refusal(await change(ada, body))).toEqual(invalid)
      expect((await change(ada)).body.settings).toEqual({})
    },
  )
})
