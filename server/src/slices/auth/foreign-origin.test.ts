import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, clientOf } from '#test/client'
import { createMember, password, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_SIGN_IN: '1000' })
  ada = await createMember(server)
})
afterAll(() => server.close())

const refusal = (answer: Answer) => [answer.status, answer.body?.code]
const forbidden = [403, 'auth.forbidden']
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:1' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

describe('a cross-site request', () => {
  it.each(foreign)('cannot change anything with a member session: %o', async (headers) => {
    for (const [method, path, body] of [
      ['PATCH', '/api/v1/me', { name: 'Stolen' }],
      ['POST', '/api/v1/me/password', { currentPassword: password, newPassword: 'quite another staple' }],
      ['POST', '/api/v1/auth/logout', undefined],
      ['DELETE', `/api/v1/me/sessions/${ada.sessionId}`, undefined],
      ['POST', '/api/v1/api-keys', { name: 'x', scopes: ['profile:read'] }],
    ] as const) {
      const answer = await ada.session(method, path, { headers, ...(body ? { body } : {}) })
      expect(refusal(answer)).toEqual(forbidden)
    }
    expect((await ada.session('GET', '/api/v1/me')).body.member.name).toBe(ada.name)
  })

  it.each(foreign)('cannot sign in: %o', async (headers) => {
    const client = clientOf(server.url, headers)
    const credentials = { email: ada.email, password }
    const login = await client('POST', '/api/v1/auth/login', { body: credentials })
    expect(refusal(login)).toEqual(forbidden)
    const link = { token: 'x', name: 'x', password }
    const accept = await client('POST', '/api/v1/auth/invitations/accept', { body: link })
    expect(refusal(accept)).toEqual(forbidden)
    const setup = await client('POST', '/api/v1/auth/setup', { body: { ...link, email: 'x@example.com' } })
    expect(refusal(setup)).toEqual(forbidden)
  })

  it('may read, since the browser hides the response', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const answer = await ada.session('GET', '/api/v1/me', { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('may use a key, which a browser never adds by itself', async () => {
    const key = await ada.key('profile:write')
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await key('PATCH', '/api/v1/me', { headers, body: { name: ada.name } })).status).toBe(200)
  })
})

describe('a same-origin request', () => {
  it('is accepted with our origin, with a local alias of it, and without either header', async () => {
    const { port } = new URL(server.url)
    const own: Record<string, string>[] = [
      { origin: server.url, 'sec-fetch-site': 'same-origin' },
      { origin: `http://localhost:${port}` },
      { 'sec-fetch-site': 'none' },
      {},
    ]
    for (const headers of own) {
      const answer = await ada.session('PATCH', '/api/v1/me', { headers, body: { name: ada.name } })
      expect(answer.status).toBe(200)
    }
  })
})
