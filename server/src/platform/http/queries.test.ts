import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '#platform/config/read-config'
import { createLog } from '#platform/log/log'
import { asKey, asSession } from '#test/client'
import { createKey, createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { type App, createApp } from '../../composition/app.ts'

let server: TestServer
let app: App
let ada: TestMember

beforeAll(async () => {
  server = await testServer()
  const config = readConfig({ PORT: '0', MAILWRIGHT_ROLES: 'api' })
  app = await createApp({ config, databaseUrl: server.databaseUrl, log: createLog('silent') })
  await app.start()
  ada = await createMember(server)
})
afterAll(async () => {
  await app.close()
  await server.close()
})

it.each(['session', 'key'] as const)(
  'an authenticated read by %s makes one query more than its own',
  async (kind) => {
    const { url } = app.origin
    const client =
      kind === 'session'
        ? asSession(url, ada.sessionToken)
        : asKey(url, (await createKey(server.db, ada.id, ['profile:read'])).token)
    // Of all connections: short reads share one. Those of the heartbeat and of the live channel come at any time.
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    expect((await client('GET', '/api/v1/signatures')).status).toBe(200)
    const texts = sent.mock.calls.map(([query]) => (query as unknown as { text: string }).text)
    sent.mockRestore()
    expect(texts.filter((text) => /sessions|authenticate_key|signatures|begin|commit/.test(text))).toEqual([
      expect.stringMatching(/sessions|authenticate_key/),
      expect.stringContaining('from signatures'),
    ])
  },
)
