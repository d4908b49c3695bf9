import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { createTestMailbox, deliver, deliverOne, newMail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import { expectConsistent } from './fixtures/oracle.ts'

let server: TestServer
let mailbox: TestMailbox

beforeAll(async () => {
  server = await testServer()
  const ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Work'])
})
afterAll(async () => {
  await expectConsistent(server.db)
  await server.close()
})

const threadOf = (id: string) =>
  server.db.row<Record<string, unknown>>(sql`select * from threads where id = ${id}`)

describe('storing messages', () => {
  it('stores a UID once, also within a batch', async () => {
    const mail = newMail(mailbox)
    const [first, twice] = await deliver(server.db, [mail, { ...mail, subject: 'Twice' }])
    const [again] = await deliver(server.db, [{ ...mail, subject: 'Again' }])
    expect(first).toMatchObject({ known: false, uid: mail.uid, folderId: mail.folderId })
    expect([twice, again]).toEqual([
      { ...first, known: true },
      { ...first, known: true },
    ])
    expect(await threadOf(first?.threadId ?? '')).toMatchObject({ subject: 'Hello', message_count: 1 })
  })

  it('summarises a thread', async () => {
    const id = 'sum@example.net'
    const [first] = await deliver(server.db, [
      newMail(mailbox, { subject: 'Start', messageIdHeader: id, from: { email: 'A@example.net' } }),
      newMail(mailbox, {
        subject: 'Re: Start',
        references: [id],
        flags: { seen: false },
        hasAttachments: true,
      }),
      newMail(mailbox, {
        references: [`<${id}>`],
        from: { name: 'Ann', email: 'a@example.net' },
        snippet: 'the last',
        folder: 'sent',
        flags: { flagged: true, sent: true },
      }),
    ])
    expect(await threadOf(first?.threadId ?? '')).toMatchObject({
      subject: 'Start',
      snippet: 'the last',
      message_count: 3,
      unread_count: 1,
      participant_count: 2,
      seen: false,
      flagged: true,
      draft: false,
      sent: true,
      has_attachments: true,
      participants: [
        { name: 'Ann', email: 'a@example.net' },
        { name: 'Bob Stone', email: 'bob@example.net' },
      ],
    })
  })

  it('merges two threads once a message connects them', async () => {
    const a = await deliverOne(server.db, mailbox, { messageIdHeader: 'left@example.net' })
    const b = await deliverOne(server.db, mailbox, { messageIdHeader: 'right@example.net' })
    expect(a.threadId).not.toBe(b.threadId)
    const c = await deliverOne(server.db, mailbox, {
      inReplyTo: '<left@example.net>',
      references: ['<right@example.net>'],
    })
    const later = await deliverOne(server.db, mailbox, { inReplyTo: 'right@example.net' })
    expect(later.threadId).toBe(c.threadId)
    const threads = [await threadOf(a.threadId), await threadOf(b.threadId)]
    expect(threads.filter(Boolean)).toEqual([expect.objectContaining({ message_count: 4 })])
    await expectConsistent(server.db)
  })

  it('assigns an original to the thread of a reply that arrived first', async () => {
    const reply = await deliverOne(server.db, mailbox, { inReplyTo: 'late@example.net' })
    const original = await deliverOne(server.db, mailbox, { messageIdHeader: '<late@EXAMPLE.net>' })
    expect(original.threadId).toBe(reply.threadId)
  })

  it('removes only what PostgreSQL rejects from texts', async () => {
    const bad = 'a\0b \ud800 \\u0000 é'
    const { id } = await deliverOne(server.db, mailbox, {
      subject: bad,
      snippet: bad,
      bodyText: bad,
      bodyHtml: bad,
      messageIdHeader: 'x'.repeat(9000),
      from: { name: bad, email: 'x@example.net' },
      to: [{ name: bad, email: bad }],
      signalReasons: { x: bad },
      receivedAt: 'never',
      size: 1e15,
      references: [bad, ''],
      inReplyTo: bad,
      attachments: [
        {
          position: 0,
          filename: bad,
          mime: bad,
          size: 1,
          contentId: bad,
          disposition: 'attachment',
        },
      ],
    })
    const stored = await server.db.row<Record<string, unknown>>(sql`
      select subject, received_at, size, body_text from messages join message_bodies on message_id = id
      where id = ${id}`)
    const good = 'ab \ufffd \\u0000 é'
    expect(stored).toEqual({
      subject: good,
      body_text: good,
      received_at: '1970-01-01T00:00:00.000Z',
      size: 2 ** 31 - 1,
    })
  })

  it('stores a message with thousands of recipients and words', async () => {
    const to = Array.from({ length: 3000 }, (_, i) => ({ name: `Person ${i}`, email: `p${i}@example.com` }))
    await deliverOne(server.db, mailbox, { to, subject: 'again '.repeat(400) })
  })

  it('serialises concurrent writers of one mailbox', async () => {
    const batches = Array.from({ length: 6 }, (_, n) =>
      Array.from({ length: 20 }, (_, i) =>
        newMail(mailbox, { references: [`shared${(n + i) % 5}@example.net`] }),
      ),
    )
    const stored = await Promise.all(batches.map((batch) => deliver(server.db, batch)))
    expect(new Set(stored.flat().map(({ threadId }) => threadId)).size).toBe(5)
    await expectConsistent(server.db)
  })
})
