import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliver, deliverOne, type Mail, newMail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { findRunMessages } from './index.ts'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
let threads = 0

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id)
})
afterAll(() => server.close())

const receivedAt = '2026-03-04T05:06:07.000Z'
const written = (second: number) => `2026-03-04T05:06:${String(second).padStart(2, '0')}.000Z`

/** The messages of a new thread that arrived in the same second, each from its own sender. */
const together = (mails: Mail[]) => {
  const root = `root-${++threads}@example.net`
  return mails.map((mail) =>
    newMail(mailbox, {
      receivedAt,
      references: [root],
      from: { email: `${String(mail.subject).toLowerCase()}@example.net` },
      snippet: `text of ${mail.subject}`,
      ...mail,
    }),
  )
}
const read = async (threadId: string) => {
  const { body } = await ada.session('GET', `/api/v1/threads/${threadId}`)
  return { ...body, subjects: body.messages.map((one: { subject: string }) => one.subject) }
}

describe('messages of a thread that arrived in the same second', () => {
  it('are in the order of their Date, in whichever order they were stored', async () => {
    const mails = together([
      { subject: 'Second', date: written(5) },
      { subject: 'Third', date: written(6) },
      { subject: 'First', date: written(4) },
    ])
    const stored = await deliver(server.db, mails)
    const { thread, subjects } = await read(stored[0]?.threadId ?? '')
    expect(subjects).toEqual(['First', 'Second', 'Third'])
    expect(thread).toMatchObject({ subject: 'First', snippet: 'text of Third' })
    expect(thread.participants.map((one: { email: string }) => one.email)).toEqual([
      'third@example.net',
      'second@example.net',
      'first@example.net',
    ])
  })

  it('are in the order of their UIDs when they have the same Date, and never of their ids', async () => {
    const mails = together([
      { subject: 'Third', date: written(4), uid: 900_003 },
      { subject: 'First', date: written(4), uid: 900_001 },
      { subject: 'Second', date: written(4), uid: 900_002 },
    ])
    const [one] = await deliver(server.db, mails)
    const { thread, subjects } = await read(one?.threadId ?? '')
    expect([thread.subject, ...subjects]).toEqual(['First', 'First', 'Second', 'Third'])
  })

  it('come last without a readable Date', async () => {
    const mails = together([
      { subject: 'Undated', date: null },
      { subject: 'Odd', date: '+275000-01-01T00:00:00.000Z' },
      { subject: 'Dated', date: written(9) },
    ])
    const [one] = await deliver(server.db, mails)
    expect((await read(one?.threadId ?? '')).subjects).toEqual(['Dated', 'Undated', 'Odd'])
  })

  it('give the thread its subject when the first of them is stored last', async () => {
    const mails = together([
      { subject: 'Re: Trip', date: written(5) },
      { subject: 'Trip', date: written(4) },
    ])
    const [answer] = await deliver(server.db, mails.slice(0, 1))
    const threadId = answer?.threadId ?? ''
    const listed = async (query: string) => {
      const { body } = await ada.session('GET', `/api/v1/threads?${query}`)
      return body.threads.find((one: { id: string }) => one.id === threadId)?.subject
    }
    expect(await listed('limit=200')).toBe('Re: Trip')
    await deliver(server.db, mails.slice(1))
    for (const query of ['limit=200', 'q=trip', 'searchEverywhere=true&q=subject:trip'])
      expect([query, await listed(query)]).toEqual([query, 'Trip'])
  })

  it('have one first message for workflows, too', async () => {
    const mails = together([
      { subject: 'Answer', date: written(5) },
      { subject: 'Question', date: written(4) },
    ])
    const stored = await deliver(server.db, mails)
    const ids = stored.map(({ id }) => id)
    const found = await findRunMessages(server.db, ada.id, ids)
    const first = found.filter(({ isFirstInThread }) => isFirstInThread).map(({ subject }) => subject)
    expect(first).toEqual(['Question'])
  })

  it('keep their order after they were moved together', async () => {
    const mails = together([
      { subject: 'Second', date: written(4), uid: 910_002 },
      { subject: 'First', date: written(4), uid: 910_001 },
      { subject: 'Third', date: written(4), uid: 910_003 },
    ])
    const [one] = await deliver(server.db, mails)
    const threadId = one?.threadId ?? ''
    const body = { action: 'archive', clientToken: `archive-${threadId}` }
    await ada.session('POST', `/api/v1/threads/${threadId}/actions`, { body })
    const { thread, subjects } = await read(threadId)
    expect([thread.subject, ...subjects]).toEqual(['First', 'First', 'Second', 'Third'])
  })
})

it('keeps the order of arrival where the seconds differ', async () => {
  const { threadId } = await deliverOne(server.db, mailbox, {
    messageIdHeader: 'late@example.net',
    receivedAt: '2026-03-04T05:06:09Z',
    date: written(1),
    subject: 'Late',
  })
  await deliverOne(server.db, mailbox, {
    references: ['late@example.net'],
    receivedAt: '2026-03-04T05:06:08Z',
    date: written(3),
    subject: 'Early',
  })
  const { thread, subjects } = await read(threadId)
  expect([thread.subject, ...subjects]).toEqual(['Early', 'Early', 'Late'])
})
