import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { databaseGate } from './fixtures/database-gate.ts'
import { asSession, connect } from './fixtures/live-client.ts'
import { testChannel } from './fixtures/test-channel.ts'
import { testLive } from './fixtures/test-live.ts'

let server: TestServer
let ada: TestMember
let gate: Awaited<ReturnType<typeof databaseGate>>

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  gate = await databaseGate(server.databaseUrl)
})
afterAll(async () => {
  await gate.remove()
  await server.close()
})

const session = () => asSession(`${ada.id}.${ada.sessionId}.member`)
const event = (id: string) => ({ memberId: ada.id, type: 'notification.created' as const, data: { id } })

describe('while the database is unavailable', () => {
  it('listeners keep their sockets, reconnect and announce that events were missed', async () => {
    const channel = await testChannel({ db: server.db, databaseUrl: gate.url })
    const live = testLive(server.databaseUrl)
    const client = await connect(channel.url, session())
    await gate.shut()
    live.publish(server.db, event('missed'))
    await sleep(700)
    await gate.open()
    await client.next('channel.resumed')
    live.publish(server.db, event('heard'))
    expect((await client.next('notification.created')).data).toEqual({ id: 'heard' })
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    await client.close()
    await live.close()
    await channel.close()
  })

  it('senders buffer events and send them in order afterwards', async () => {
    const channel = await testChannel({ db: server.db, databaseUrl: server.databaseUrl })
    const live = testLive(gate.url)
    const client = await connect(channel.url, session())
    await gate.shut()
    for (const id of ['1', '2', '3']) live.publish(server.db, event(id))
    await sleep(300)
    live.publish(server.db, event('4'))
    await sleep(300)
    await gate.open()
    await expect.poll(() => client.messages.map((m) => m.data.id)).toEqual(['1', '2', '3', '4'])
    await client.close()
    await live.close()
    await channel.close()
  })

  it('senders whose buffer overflowed ask clients to reload afterwards', async () => {
    const channel = await testChannel({ db: server.db, databaseUrl: server.databaseUrl })
    const live = testLive(gate.url)
    const client = await connect(channel.url, session())
    await gate.shut()
    for (let i = 0; i <= 20_000; i++) live.publish(server.db, event(String(i)))
    await gate.open()
    await client.next('channel.resumed')
    expect(client.messages.length).toBeLessThan(2_000)
    await client.close()
    await live.close()
    await channel.close()
  })

  it('a process stops without waiting for it', async () => {
    const channel = await testChannel({ db: server.db, databaseUrl: gate.url })
    const live = testLive(gate.url)
    await gate.shut()
    live.publish(server.db, event('lost'))
    const began = performance.now()
    await live.close()
    await channel.close()
    expect(performance.now() - began).toBeLessThan(30_000)
    await gate.open()
  })

  it('a process that starts meanwhile accepts sockets and listens as soon as it can', async () => {
    await gate.shut()
    const channel = await testChannel({ db: server.db, databaseUrl: gate.url })
    const client = await connect(channel.url, session())
    await gate.open()
    await client.next('channel.resumed')
    await client.close()
    await channel.close()
  })
})
