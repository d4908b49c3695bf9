import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { type Answer, asSession, clientOf } from '#test/client'
import { createMember, createSession, password } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const path = '/api/v1/me/sessions'
const refusal = (answer: Answer) => [answer.status, answer.body.code]

describe('my sessions', () => {
  it('are listed with their origin, and the current one is marked', async () => {
    const ada = await createMember(server)
    const headers = { 'user-agent': 'Testfox/1.0' }
    const body = { email: ada.email, password }
    expect((await clientOf(server.url)('POST', '/api/v1/auth/login', { body, headers })).status).toBe(200)
    await server.db.run(
      sql`update sessions set last_seen_at = now() - interval '1 hour' where id = ${ada.sessionId}`,
    )
    const { sessions } = (await ada.session('GET', path)).body
    expect(sessions).toHaveLength(2)
    const other = sessions.find((session: { id: string }) => session.id !== ada.sessionId)
    expect(other).toEqual({
      id: other.id,
      ip: '127.0.0.1',
      userAgent: 'Testfox/1.0',
      current: false,
      createdAt: other.createdAt,
      lastSeenAt: other.createdAt,
      expiresAt: other.expiresAt,
    })
    const own = sessions.find((session: { id: string }) => session.id === ada.sessionId)
    expect(own).toMatchObject({ current: true, ip: null, userAgent: null })
  })

  it('are listed only while live, and only my own', async () => {
    const ada = await createMember(server)
    await createMember(server)
    const idle = await createSession(server.db, ada.id)
    const ended = await createSession(server.db, ada.id)
    await server.db.run(
      sql`update sessions set last_seen_at = now() - interval '12 hours' where id = ${idle.id}`,
    )
    await server.db.run(sql`update sessions set expires_at = now() where id = ${ended.id}`)
    const { sessions } = (await ada.session('GET', path)).body
    expect(sessions.map((session: { id: string }) => session.id)).toEqual([ada.sessionId])
  })

  it('can be ended individually, with immediate effect', async () => {
    const ada = await createMember(server)
    const { id, token } = await createSession(server.db, ada.id)
    expect((await ada.session('DELETE', `${path}/${id}`)).status).toBe(204)
    const other = asSession(server.url, token)
    expect(refusal(await other('GET', '/api/v1/me'))).toEqual([401, 'auth.unauthenticated'])
    const again = await ada.session('DELETE', `${path}/${id}`)
    expect(refusal(again)).toEqual([404, 'auth.session_not_found'])
  })

  it('can end themselves', async () => {
    const ada = await createMember(server)
    expect((await ada.session('DELETE', `${path}/${ada.sessionId}`)).status).toBe(204)
    expect(refusal(await ada.session('GET', '/api/v1/me'))).toEqual([401, 'auth.unauthenticated'])
  })

  it('cannot be ended by other members', async () => {
    const ada = await createMember(server)
    const admin = await createMember(server, { role: 'admin' })
    for (const id of [ada.sessionId, 'nope'])
      expect(refusal(await admin.session('DELETE', `${path}/${id}`))).toEqual([404, 'auth.session_not_found'])
    expect((await ada.session('GET', '/api/v1/me')).status).toBe(200)
  })
})
