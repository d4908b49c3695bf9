import { once } from 'node:events'
import { connect as netConnect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { livePath } from '@mailwright/contract/live'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { asSession, connect, upgradeHeaders } from './fixtures/live-client.ts'
import { testChannel } from './fixtures/test-channel.ts'
import { type TestLive, testLive } from './fixtures/test-live.ts'

let server: TestServer
let live: TestLive
let ada: TestMember

beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl)
  ada = await createMember(server)
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const member = () => asSession(`${ada.id}.${ada.sessionId}.member`)

/** A client that completes the handshake and then ignores the protocol. */
async function rawClient(url: string) {
  const socket = netConnect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const headers = Object.entries({ Host: 'x', ...upgradeHeaders, ...member() })
  socket.write(`GET ${livePath} HTTP/1.1\r\n${headers.map(([n, v]) => `${n}: ${v}`).join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

describe('a client that', () => {
  it('sends a message of more than 1 KB is closed with 1009, and a shorter one is ignored', async () => {
    const client = await connect(server.url, asSession(ada.sessionToken))
    client.socket.send('x'.repeat(1_024))
    live.publish(server.db, { memberId: ada.id, type: 'mailbox.synced', data: { id: '1' } })
    await client.next('mailbox.synced')
    client.socket.send('x'.repeat(1_025))
    expect((await client.closed).code).toBe(1009)
  })

  it('floods the channel is closed with 1008', async () => {
    const client = await connect(server.url, asSession(ada.sessionToken))
    for (let i = 0; i < 250; i++) client.socket.ping()
    expect((await client.closed).code).toBe(1008)
  })

  it('answers no ping is terminated, and one that answers stays', async () => {
    const channel = await testChannel({ ...server, pingEveryMs: 500 })
    const dead = await rawClient(channel.url)
    const alive = await connect(channel.url, member())
    const began = performance.now()
    await once(dead.resume(), 'close')
    expect(performance.now() - began).toBeLessThan(20_000)
    await sleep(1_200)
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
    expect(channel.counts).toEqual([1, 2, 1])
    await alive.close()
    await expect.poll(() => channel.counts.at(-1)).toBe(0)
    await channel.close()
  })

  it('does not read is closed with 1013 and removed, while others keep receiving', async () => {
    const channel = await testChannel({ ...server })
    const slow = await connect(channel.url, member())
    slow.socket.pause()
    const quick = await connect(channel.url, member())
    const data = { text: 'x'.repeat(7_000) }
    for (let i = 0; channel.counts.at(-1) !== 1 && i < 2_400; i++) {
      for (let n = 0; n < 20; n++)
        live.publish(server.db, { memberId: ada.id, type: 'assistant.delta', data })
      await sleep(25)
    }
    expect(channel.counts).toEqual([1, 2, 1])
    slow.socket.resume()
    expect([1013, 1006]).toContain((await slow.closed).code)
    quick.messages.splice(0)
    live.publish(server.db, { memberId: ada.id, type: 'mailbox.synced', data: { id: '1' } })
    await quick.next('mailbox.synced')
    await quick.close()
    await channel.close()
  })
})
