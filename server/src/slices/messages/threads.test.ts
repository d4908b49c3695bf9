import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type Mail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
let bob: TestMember
let mailbox: TestMailbox

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  bob = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Work'])
  const add = (subject: string, mail: Mail) => deliverOne(server.db, mailbox, { subject, ...mail })
  await add('plain', {})
  await add('unread', { flags: { seen: false } })
  await add('file', { hasAttachments: true })
  await add('starred', { flags: { flagged: true }, folder: 'archive' })
  await add('trashed', { flags: { flagged: true }, folder: 'trash' })
  await add('spam', { folder: 'spam' })
  await add('work', { folder: 'folder:Work' })
})
afterAll(() => server.close())

const get = (query: string) => ada.session('GET', `/api/v1/threads${query}`)
const subjects = async (query: string) => {
  const { status, body } = await get(query)
  expect([status, body.code]).toEqual([200, undefined])
  return (body.threads as { subject: string }[]).map(({ subject }) => subject)
}

describe('GET /api/v1/threads', () => {
  it.each([
    ['', ['file', 'unread', 'plain']],
    ['?folder=all', ['work', 'starred', 'file', 'unread', 'plain']],
    ['?folder=starred', ['starred']],
    ['?folder=trash', ['trashed']],
    ['?folder=sent', []],
    ['?folder=folder:Work', ['work']],
    ['?filter=all', ['file', 'unread', 'plain']],
    ['?filter=unread', ['unread']],
    ['?filter=attachments', ['file']],
    ['?filter=flagged', []],
    ['?filter=flagged&folder=all', ['starred']],
    // Without a search the parameter has no effect.
    ['?searchEverywhere=true', ['file', 'unread', 'plain']],
  ])('lists with %s', async (query, expected) => {
    expect(await subjects(query)).toEqual(expected)
  })

  it.each(['?folder=folder:Nope', '?folder=', '?filter=odd', '?limit=201'])('rejects %s', async (query) => {
    const { status, body } = await get(query)
    expect([status, body.code]).toEqual([400, 'request.bad_request'])
  })

  it("rejects another member's folder and lists nothing of another member's mailbox", async () => {
    expect((await bob.session('GET', '/api/v1/threads?folder=folder:Work')).status).toBe(400)
    for (const id of [mailbox.id, 'nope'])
      expect((await bob.session('GET', `/api/v1/threads?mailboxId=${id}`)).body).toEqual({
        threads: [],
        nextCursor: null,
      })
  })

  it('pages through all threads when new ones arrive between pages', async () => {
    const eve = await createMember(server)
    const box = await createTestMailbox(server.db, eve.id)
    const stored = new Set<string>()
    for (let i = 0; i < 5; i++) stored.add((await deliverOne(server.db, box)).threadId)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await eve.session('GET', `/api/v1/threads?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...body.threads.map((one: { id: string }) => one.id))
      cursor = body.nextCursor
      await deliverOne(server.db, box)
    }
    expect(seen.toSorted()).toEqual([...stored].sort())
  })
})

describe('GET /api/v1/threads/{id}', () => {
  it('returns a thread with its messages, oldest first, with sanitised bodies', async () => {
    const id = 'start@example.net'
    const later = '2026-06-02T00:00:00Z'
    const reply = { inReplyTo: id, receivedAt: later, subject: 'Re: Trip', bodyHtml: '<b onclick=1>yes</b>' }
    const { threadId } = await deliverOne(server.db, mailbox, {
      ...reply,
      flags: { seen: false },
      folder: 'sent',
    })
    await deliverOne(server.db, mailbox, {
      messageIdHeader: id,
      receivedAt: '2026-06-01T00:00:00Z',
      subject: 'Trip',
      from: { email: 'z@example.net' },
    })
    const { status, body } = await get(`/${threadId}`)
    expect(status).toBe(200)
    expect(body.thread).toEqual({
      id: threadId,
      mailboxId: mailbox.id,
      subject: 'Trip',
      lastMessageAt: '2026-06-02T00:00:00.000Z',
      messageCount: 2,
      unreadCount: 1,
      participantCount: 2,
      snippet: 'Good morning',
      hasAttachments: false,
      participants: [{ name: 'Bob Stone', email: 'bob@example.net' }, { email: 'z@example.net' }],
      flags: { seen: false, flagged: false, draft: false, sent: false },
      classification: {},
    })
    expect(body.messages.map((one: { subject: string }) => one.subject)).toEqual(['Trip', 'Re: Trip'])
    expect(body.messages[1].bodyHtmlSafe).toBe('<b>yes</b>')
  })

  it("returns the same 404 for another member's thread and for an unknown one", async () => {
    const { threadId } = await deliverOne(server.db, mailbox)
    const foreign = await bob.session('GET', `/api/v1/threads/${threadId}`)
    const none = await bob.session('GET', '/api/v1/threads/00000000-0000-4000-8000-000000000000')
    expect([foreign.status, foreign.body]).toEqual([404, none.body])
  })
})
