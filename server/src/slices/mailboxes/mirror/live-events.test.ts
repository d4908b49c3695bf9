import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { describeWithMail } from '#test/mail/available'
import { createTestMailbox, deliver, deliverOne, newMail } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import { asSession, connect, type LiveClient } from '../../../platform/live/fixtures/live-client.ts'
import type { Live, LiveEvent } from '../../../platform/live/live.ts'
import { type TestMirror, testMirror } from './fixtures/test-mirror.ts'

const eventually = { timeout: 60_000, interval: 50 }

describeWithMail('a change on the mail server', () => {
  let mirror: TestMirror
  afterEach(() => mirror.close())

  const mail = (n: number) =>
    `From: zoe@shop.example\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <t${n}@x.example>\r\n\r\nBody ${n}\r\n`

  it('of flags, folders or existence is published with the affected message ids', async () => {
    const events: LiveEvent[] = []
    const live: Live = {
      publish: (db, event) => db.afterCommit(() => void events.push(event)),
      closeMember: () => undefined,
      closeSession: () => undefined,
      closeKey: () => undefined,
      close: async () => undefined,
    }
    mirror = await testMirror({ start: false, live })
    await mirror.dovecot.deliver('ada', [1, 2, 3, 4].map(mail))
    mirror.start()
    const rows = () =>
      mirror.db.rows<{ id: string; uid: number; seen: boolean; key: string }>(sql`
        select m.id, m.uid, m.seen, f.key from messages m join folders f on f.id = m.folder_id
        order by m.subject`)
    await expect.poll(async () => (await rows()).length, eventually).toBe(4)
    await expect
      .poll(() => mirror.db.row(sql`select from mailboxes where backfill_status = 'done'`), eventually)
      .toBeDefined()
    const before = await rows()
    const updates = () => events.filter((event) => event.type === 'message.updated')
    expect(updates()).toEqual([])

    const uids = (...indexes: number[]) => indexes.map((n) => before[n]?.uid ?? 0)
    const ids = (...indexes: number[]) => indexes.map((n) => before[n]?.id ?? '')
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      await inbox.addFlags(uids(0, 1), ['\\Seen'])
    })
    const updatedIds = () => updates().flatMap(({ data }) => data.messageIds)
    await expect.poll(() => updatedIds().sort(), eventually).toEqual(ids(0, 1).sort())
    expect(updates()[0]).toMatchObject({
      memberId: mirror.memberId,
      data: { mailboxId: mirror.mailboxId },
    })

    events.length = 0
    await mirror.withServer(async (session) => {
      const inbox = await session.open('INBOX')
      await inbox.move(uids(2), 'Trash')
    })
    await expect.poll(updatedIds, eventually).toContain(ids(2)[0])
    expect((await rows())[2]?.key).toBe('trash')
  })
})

describe('an action of a member', () => {
  let server: TestServer
  let ada: TestMember
  let bob: TestMember
  let clients: LiveClient[]
  beforeAll(async () => {
    server = await testServer()
    ada = await createMember(server)
    bob = await createMember(server)
    clients = await Promise.all(
      [ada, bob].map(({ sessionToken }) => connect(server.url, asSession(sessionToken))),
    )
  })
  afterAll(async () => {
    for (const client of clients) await client.close()
    await server.close()
  })
  const act = (threadId: string, action: string, clientToken: string) =>
    ada.session('POST', `/api/v1/threads/${threadId}/actions`, { body: { action, clientToken } })

  it('is published to the member only', async () => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const { id, threadId } = await deliverOne(server.db, mailbox)
    expect((await act(threadId, 'flag', 'a-token-for-it')).status).toBe(202)
    const event = await clients[0]?.next('message.updated')
    expect(event?.data).toEqual({ mailboxId: mailbox.id, messageIds: [id] })
    // A duplicate has no effect and publishes nothing.
    expect((await act(threadId, 'flag', 'a-token-for-it')).body.ops[0].duplicate).toBe(true)
    expect((await act(threadId, 'unflag', 'another-token')).status).toBe(202)
    await clients[0]?.next('message.updated')
    expect(clients[0]?.messages.filter(({ type }) => type === 'message.updated')).toEqual([])
    expect(clients[1]?.messages).toEqual([])
  })

  it('on many messages lists at most fifty', async () => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const root = { messageIdHeader: 'root@example.com' }
    const replies = Array.from({ length: 60 }, (_, i) =>
      newMail(mailbox, { messageIdHeader: `r${i}@example.com`, references: ['root@example.com'] }),
    )
    const [first] = await deliver(server.db, [newMail(mailbox, root), ...replies])
    await act(first?.threadId ?? '', 'flag', 'a-token-for-many')
    const event = await clients[0]?.next('message.updated')
    expect(event?.data.messageIds).toHaveLength(50)
  })
})
