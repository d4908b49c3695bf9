import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { asKey, asSession } from '../client.ts'
import { createKey, createMember, createSession } from '../factories.ts'
import { type TestServer, testServer } from '../server.ts'

let here: TestServer
let there: ChildServer

beforeAll(async () => {
  here = await testServer()
  there = await startChildServer({ DATABASE_URL: here.databaseUrl })
})
afterAll(async () => {
  await there.stop()
  await here.close()
})

const refused = [401, 'auth.unauthenticated']

describe('another process rejects the next request', () => {
  it('of a key that was revoked', async () => {
    const ada = await createMember(here)
    const { id, token } = await createKey(here.db, ada.id, ['profile:read'])
    const client = asKey(there.url, token)
    expect((await client('GET', '/api/v1/me')).status).toBe(200)
    expect((await ada.session('POST', `/api/v1/api-keys/${id}/revoke`)).status).toBe(200)
    const answer = await client('GET', '/api/v1/me')
    expect([answer.status, answer.body.code]).toEqual(refused)
  })

  it('of a session that was ended', async () => {
    const ada = await createMember(here)
    const { id, token } = await createSession(here.db, ada.id)
    const client = asSession(there.url, token)
    expect((await client('GET', '/api/v1/me')).status).toBe(200)
    expect((await ada.session('DELETE', `/api/v1/me/sessions/${id}`)).status).toBe(204)
    const answer = await client('GET', '/api/v1/me')
    expect([answer.status, answer.body.code]).toEqual(refused)
  })

  it('of a member who was suspended, by session and by key', async () => {
    const admin = await createMember(here, { role: 'admin' })
    const ada = await createMember(here)
    const { token } = await createKey(here.db, ada.id, ['profile:read'])
    const clients = [asSession(there.url, ada.sessionToken), asKey(there.url, token)]
    for (const client of clients) expect((await client('GET', '/api/v1/me')).status).toBe(200)
    expect((await admin.session('POST', `/api/v1/admin/members/${ada.id}/deactivate`)).status).toBe(200)
    for (const client of clients) {
      const answer = await client('GET', '/api/v1/me')
      expect([answer.status, answer.body.code]).toEqual(refused)
    }
  })
})

describe('roles', () => {
  it('a worker-only process opens no port and stops cleanly', async () => {
    const worker = await startChildServer({ DATABASE_URL: here.databaseUrl, MAILWRIGHT_ROLES: 'worker' })
    expect([worker.url, worker.output()]).toEqual(['', 'Mailwright is ready and works in the background\n'])
    expect(await worker.stop()).toBe(0)
  })
})
