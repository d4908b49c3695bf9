import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherServer } from '#test/another-server'
import { createKey, createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { asKey, asSession, connect, type LiveClient } from './fixtures/live-client.ts'
import { type TestLive, testLive } from './fixtures/test-live.ts'

let server: TestServer
let other: Awaited<ReturnType<typeof anotherServer>>
let live: TestLive
let ada: TestMember
let bob: TestMember
let admin: TestMember
const open: LiveClient[] = []

beforeAll(async () => {
  server = await testServer()
  other = await anotherServer(server.databaseUrl)
  live = testLive(server.databaseUrl)
  ada = await createMember(server)
  bob = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()))
  await live.close()
  await other.close()
  await server.close()
})

async function listening(headers: Record<string, string>, url = server.url) {
  const client = await connect(url, headers)
  open.push(client)
  return client
}
const session = (member: TestMember, url?: string) => listening(asSession(member.sessionToken), url)
const key = async (member: TestMember, ...scopes: string[]) =>
  listening(asKey((await createKey(server.db, member.id, scopes)).token))

/** Publishes a final event to everyone: what has not arrived before it never will. */
async function receivedBefore(clients: LiveClient[]) {
  live.publish(server.db, { everyone: true, type: 'channel.resumed', data: {} })
  await Promise.all(clients.map((client) => client.next('channel.resumed')))
  return clients.map((client) => client.messages.splice(0).map((message) => message.data.id))
}

const say = (id: string, to: { memberId: string } | { adminsOnly: true } | { everyone: true }) =>
  live.publish(server.db, { ...to, type: 'notification.created', data: { id } })

describe('delivery', () => {
  it('reaches every socket of the member in every process, and no socket of another member', async () => {
    const clients = [
      await session(ada),
      await session(ada, other.url),
      await session(bob),
      await session(bob, other.url),
      await session(admin),
    ]
    say('for ada', { memberId: ada.id })
    expect(await receivedBefore(clients)).toEqual([['for ada'], ['for ada'], [], [], []])
  })

  it('has exactly the fields type, at and data', async () => {
    const client = await session(ada)
    say('x', { memberId: ada.id })
    const message = await client.next('notification.created')
    expect(message).toEqual({ type: 'notification.created', at: expect.any(String), data: { id: 'x' } })
    expect(Math.abs(Date.now() - Date.parse(message.at))).toBeLessThan(60_000)
  })

  it('delivers admin events only to sessions of administrators and to their keys with an admin scope', async () => {
    const clients = [
      await session(admin),
      await session(ada),
      await key(admin, 'notifications:read'),
      await key(admin, 'notifications:*', 'admin:read'),
    ]
    say('for admins', { adminsOnly: true })
    expect(await receivedBefore(clients)).toEqual([['for admins'], [], [], ['for admins']])
  })

  it('reaches a key only if it has the scope of the event', async () => {
    const clients = [
      await key(ada, 'notifications:read'),
      await key(ada, 'notifications:*'),
      await key(ada, 'notifications:write'),
      await key(ada, 'workflows:*', 'signals:write'),
      await session(ada),
    ]
    say('x', { memberId: ada.id })
    say('y', { everyone: true })
    const both = ['x', 'y']
    expect(await receivedBefore(clients)).toEqual([both, both, [], [], both])
  })

  it('happens only after the transaction commits, never after a rollback', async () => {
    const client = await session(ada)
    const failing = server.db.transaction(async (tx) => {
      live.publish(tx, { memberId: ada.id, type: 'notification.created', data: { id: 'never' } })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const tx = await server.db.begin()
    live.publish(tx, { memberId: ada.id, type: 'notification.created', data: { id: 'committed' } })
    await sleep(150)
    expect(client.messages).toEqual([])
    await tx.commit()
    expect(await receivedBefore([client])).toEqual([['committed']])
  })

  it('keeps the order, also of many events at once and of equal ones', async () => {
    const client = await session(ada)
    const ids = Array.from({ length: 3_000 }, (_, i) => String(i >> 1))
    for (const id of ids) say(id, { memberId: ada.id })
    expect(await receivedBefore([client])).toEqual([ids])
  })

  it('reduces oversized data to its ids', async () => {
    const client = await session(ada)
    const data = { id: 'big', text: 'x'.repeat(100_000) }
    live.publish(server.db, { memberId: ada.id, type: 'execution.updated', data })
    expect((await client.next('execution.updated')).data).toEqual({ id: 'big', truncated: true })
  })

  it('takes a snapshot of the data when published, and rejects data that cannot be serialised', async () => {
    const client = await session(ada)
    const data: Record<string, unknown> = { id: 'before' }
    await server.db.transaction(async (tx) => {
      live.publish(tx, { memberId: ada.id, type: 'notification.created', data })
      data.id = 'after'
    })
    expect(await receivedBefore([client])).toEqual([['before']])
    const publish = () =>
      live.publish(server.db, { memberId: ada.id, type: 'notification.created', data: { id: 1n } })
    expect(publish).toThrow(TypeError)
  })
})
