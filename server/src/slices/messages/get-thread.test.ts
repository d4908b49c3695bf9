import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { threadSteps } from './get-thread.ts'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
let threadId: string
let messageId: string

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Work'])
  const first = 'version@example.net'
  const mail = { messageIdHeader: first, receivedAt: '2026-06-01T00:00:00Z', bodyHtml: '<p>one</p>' }
  ;({ threadId, id: messageId } = await deliverOne(server.db, mailbox, mail))
  for (const day of ['02', '03'])
    await deliverOne(server.db, mailbox, { inReplyTo: first, receivedAt: `2026-06-${day}T00:00:00Z` })
})
afterAll(() => server.close())

const steps = (memberId = ada.id) =>
  threadSteps(server.db, { memberId } as never, threadId, async (parts) =>
    parts.map(({ html }) => ({ html, hasRemoteImages: false })),
  )
const asked = async () => (await steps().readVersion()).version

describe('the version of a thread', () => {
  it('is the same whether it is asked for or read with the thread', async () => {
    const { version, rows } = await steps().read()
    expect(rows).toHaveLength(3)
    expect(await asked()).toBe(version)
    expect(await asked()).toBe(version)
  })

  it("is nobody else's to know", async () => {
    const bob = await createMember(server)
    expect((await steps(bob.id).readVersion()).version).toBeUndefined()
  })

  it.each([
    ['the thread', () => sql`update threads set subject = 'other' where id = ${threadId}`],
    ['a flag of a message', () => sql`update messages set flagged = not flagged where id = ${messageId}`],
    ['a body', () => sql`update message_bodies set body_text = 'late' where message_id = ${messageId}`],
    ['a folder', () => sql`update folders set key = key where mailbox_id = ${mailbox.id}`],
    ['the messages in it', () => sql`delete from messages where id = ${messageId}`],
  ])('changes with %s', async (_, change) => {
    const before = await asked()
    await server.db.run(change())
    const after = await asked()
    expect(after).not.toBe(before)
    expect((await steps().read()).version).toBe(after)
  })

  it('is none once the thread is gone', async () => {
    await server.db.run(sql`delete from messages where thread_id = ${threadId}`)
    await server.db.run(sql`delete from threads where id = ${threadId}`)
    expect(await asked()).toBeUndefined()
    await expect(steps().read()).rejects.toThrow()
  })
})
