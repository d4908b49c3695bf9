import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherServer } from '#test/another-server'
import { createKey, createMember, createSession } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../db/sql.ts'
import { asKey, asSession, connect } from './fixtures/live-client.ts'
import { testChannel } from './fixtures/test-channel.ts'
import { testLive } from './fixtures/test-live.ts'
import type { Live } from './live.ts'

let server: TestServer
let live: Live

beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl)
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const stillOpen = async (client: { closed: Promise<unknown> }) =>
  (await Promise.race([client.closed, sleep(300, 'open')])) === 'open'

describe('a socket is closed at once, in every process,', () => {
  it('when its session ends, while other sessions keep theirs', async () => {
    const ada = await createMember(server)
    const second = await createSession(server.db, ada.id)
    const ended = await connect(server.url, asSession(ada.sessionToken))
    const kept = await connect(server.url, asSession(second.token))
    await server.db.transaction(async (tx) => live.closeSession(tx, ada.sessionId))
    expect((await ended.closed).code).toBe(4401)
    expect(await stillOpen(kept)).toBe(true)
    await kept.close()
  })

  it('when its key is revoked, while sessions and other keys keep theirs', async () => {
    const ada = await createMember(server)
    const one = await createKey(server.db, ada.id, ['notifications:read'])
    const two = await createKey(server.db, ada.id, ['notifications:read'])
    const ended = await connect(server.url, asKey(one.token))
    const kept = [
      await connect(server.url, asKey(two.token)),
      await connect(server.url, asSession(ada.sessionToken)),
    ]
    live.closeKey(server.db, one.id.toUpperCase())
    expect((await ended.closed).code).toBe(4401)
    for (const client of kept) {
      expect(await stillOpen(client)).toBe(true)
      await client.close()
    }
  })

  it('when its member is suspended: sessions and keys, in both processes', async () => {
    const other = await anotherServer(server.databaseUrl)
    const ada = await createMember(server)
    const bob = await createMember(server)
    const { token } = await createKey(server.db, ada.id, ['notifications:read'])
    const clients = [
      await connect(server.url, asSession(ada.sessionToken)),
      await connect(other.url, asSession(ada.sessionToken)),
      await connect(other.url, asKey(token)),
    ]
    const kept = await connect(other.url, asSession(bob.sessionToken))
    const failing = server.db.transaction(async (tx) => {
      live.closeMember(tx, ada.id)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow()
    for (const client of clients) expect(await stillOpen(client)).toBe(true)
    live.closeMember(server.db, ada.id)
    for (const client of clients) expect((await client.closed).code).toBe(4401)
    expect(await stillOpen(kept)).toBe(true)
    await kept.close()
    await other.close()
  })

  it('when the service stops, with a code that asks it to reconnect', async () => {
    const other = await anotherServer(server.databaseUrl)
    const ada = await createMember(server)
    const client = await connect(other.url, asSession(ada.sessionToken))
    const began = performance.now()
    await other.close()
    expect((await client.closed).code).toBe(1001)
    expect(performance.now() - began).toBeLessThan(30_000)
  })
})

describe('the periodic check closes a socket', () => {
  const checked = () => testChannel({ ...server, recheckEveryMs: 50 })
  const member = async (role: 'member' | 'admin' = 'member') => {
    const made = await createMember(server, { role })
    return { ...made, headers: asSession(`${made.id}.${made.sessionId}.${role}`) }
  }
  type Made = Awaited<ReturnType<typeof member>>

  it.each([
    ['whose session is gone', (m: Made) => sql`delete from sessions where id = ${m.sessionId}`],
    [
      'whose session has expired',
      (m: Made) =>
        sql`update sessions set expires_at = now() - interval '1 second' where id = ${m.sessionId}`,
    ],
    [
      'whose member is suspended',
      (m: Made) => sql`update members set status = 'suspended' where id = ${m.id}`,
    ],
    ['whose member has another role', (m: Made) => sql`update members set role = 'admin' where id = ${m.id}`],
  ])('%s', async (_what, change) => {
    const channel = await checked()
    const [ada, bob] = [await member(), await member()]
    const [ended, kept] = [await connect(channel.url, ada.headers), await connect(channel.url, bob.headers)]
    expect(await stillOpen(ended)).toBe(true)
    await server.db.run(change(ada))
    expect((await ended.closed).code).toBe(4401)
    expect(await stillOpen(kept)).toBe(true)
    await kept.close()
    await channel.close()
  })

  it.each([
    ['was revoked', (id: string) => sql`update api_keys set revoked_at = now() where id = ${id}`],
    ['has expired', (id: string) => sql`update api_keys set expires_at = now() where id = ${id}`],
  ])('whose key %s', async (_what, change) => {
    const channel = await checked()
    const ada = await createMember(server)
    const keys = [await createKey(server.db, ada.id, []), await createKey(server.db, ada.id, [])] as const
    const open = (id: string) => connect(channel.url, asKey(`${ada.id}.${id}.member`))
    const [ended, kept] = [await open(keys[0].id), await open(keys[1].id)]
    await server.db.run(change(keys[0].id))
    expect((await ended.closed).code).toBe(4401)
    expect(await stillOpen(kept)).toBe(true)
    await kept.close()
    await channel.close()
  })

  it('whose session exceeded the idle limit of HTTP, and not earlier', async () => {
    const channel = await checked()
    const [ada, bob] = [await member(), await member()]
    const ages = [
      [ada, '12 hours 1 minute'],
      [bob, '11 hours 50 minutes'],
    ] as const
    const clients = [
      await connect(channel.url, ada.headers),
      await connect(channel.url, bob.headers),
    ] as const
    for (const [one, age] of ages)
      await server.db.run(sql`
        update sessions set last_seen_at = now() - ${age}::interval where id = ${one.sessionId}`)
    expect((await clients[0].closed).code).toBe(4401)
    expect(await stillOpen(clients[1])).toBe(true)
    expect((await ada.session('GET', '/api/v1/notifications')).status).toBe(401)
    expect((await bob.session('GET', '/api/v1/notifications')).status).toBe(200)
    await clients[1].close()
    await channel.close()
  })
})
