import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChildServer } from '#test/child-server'
import { createMember, createSession, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../db/sql.ts'
import { listenerName } from './channel.ts'
import { asSession, connect } from './fixtures/live-client.ts'
import { type TestLive, testLive } from './fixtures/test-live.ts'

const senderName = 'mailwright sender under test'
let server: TestServer
let live: TestLive
let ada: TestMember

beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl, senderName)
  ada = await createMember(server)
})
afterAll(async () => {
  await live.close()
  await server.close()
})

/** Terminates the connections with this name and returns their number. */
const cut = (name: string) =>
  server.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name}`)
const say = (id: string) =>
  live.publish(server.db, { memberId: ada.id, type: 'notification.created', data: { id } })

describe('when a database connection is cut', () => {
  it('the listener reconnects, asks clients to reload and delivers again', async () => {
    const client = await connect(server.url, asSession(ada.sessionToken))
    say('before')
    await client.next('notification.created')
    for (let i = 0; i < 3; i++) {
      await expect.poll(() => cut(listenerName)).toBeGreaterThan(0)
      expect(await client.next('channel.resumed')).toMatchObject({ data: {} })
      say(`after ${i}`)
      expect((await client.next('notification.created')).data).toEqual({ id: `after ${i}` })
    }
    await client.close()
  })

  it('the listener notices a session that ended meanwhile before it delivers anything', async () => {
    const session = await createSession(server.db, ada.id)
    const client = await connect(server.url, asSession(session.token))
    await server.db.run(sql`delete from sessions where id = ${session.id}`)
    await cut(listenerName)
    expect((await client.closed).code).toBe(4401)
    expect(client.messages).toEqual([])
  })

  it('the sender delivers what was published meanwhile', async () => {
    const client = await connect(server.url, asSession(ada.sessionToken))
    for (let i = 0; i < 5; i++) {
      await cut(senderName)
      say(String(i))
      expect((await client.next('notification.created')).data).toEqual({ id: String(i) })
    }
    await client.close()
  })

  it('foreign payloads on the channel are ignored', async () => {
    const client = await connect(server.url, asSession(ada.sessionToken))
    for (const payload of ['', 'hello', '{"parcels":[null,{"to":{},"message":{}},{"close":{}}]}'])
      await server.db.run(sql`select pg_notify('mailwright_live', ${payload})`)
    say('x')
    await client.next('notification.created')
    await client.close()
  })
})

describe('another process', () => {
  it('receives what this one publishes, and its clients notice when it is killed', async () => {
    const child = await startChildServer({ DATABASE_URL: server.databaseUrl, MAILWRIGHT_ROLES: 'api' })
    const client = await connect(child.url, asSession(ada.sessionToken))
    say('to the child')
    expect((await client.next('notification.created')).data).toEqual({ id: 'to the child' })
    await child.kill()
    expect((await client.closed).code).toBe(1006)
  })

  it('closes its sockets with 1001 when it is stopped', async () => {
    const child = await startChildServer({ DATABASE_URL: server.databaseUrl, MAILWRIGHT_ROLES: 'api' })
    const client = await connect(child.url, asSession(ada.sessionToken))
    expect(await child.stop()).toBe(0)
    expect((await client.closed).code).toBe(1001)
  })
})
