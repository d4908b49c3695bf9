import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliver, deliverOne, newMail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sanitiserVersion } from '../../protocols/mime/stored-html.ts'

let server: TestServer
let ada: TestMember
let bob: TestMember
let mailbox: TestMailbox
let second: TestMailbox

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  bob = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id)
  second = await createTestMailbox(server.db, ada.id)
})
afterAll(() => server.close())

const list = async (member: TestMember, query = '') => {
  const { status, body } = await member.session('GET', `/api/v1/messages${query}`)
  expect([status, body.code]).toEqual([200, undefined])
  return body as { messages: { id: string; subject: string }[]; nextCursor: string | null }
}
const idsOf = (page: { messages: { id: string }[] }) => page.messages.map(({ id }) => id)

describe('GET /api/v1/messages', () => {
  it("lists the messages of all the member's mailboxes, newest first", async () => {
    const a = await deliverOne(server.db, mailbox)
    const b = await deliverOne(server.db, second)
    const c = await deliverOne(server.db, mailbox)
    expect(idsOf(await list(ada))).toEqual([c.id, b.id, a.id])
    expect(idsOf(await list(ada, `?mailboxId=${second.id}`))).toEqual([b.id])
  })

  it("returns an empty page for another member's mailbox and for an unknown one", async () => {
    for (const id of [mailbox.id, 'nope', '00000000-0000-4000-8000-000000000000'])
      expect(await list(bob, `?mailboxId=${id}`)).toEqual({ messages: [], nextCursor: null })
    expect(await list(bob, `?q=hello`)).toEqual({ messages: [], nextCursor: null })
    expect(await list(bob, `?q=hello&mailboxId=${mailbox.id}`)).toEqual({ messages: [], nextCursor: null })
  })

  it('continues from the cursor when new messages arrive between pages', async () => {
    const eve = await createMember(server)
    const boxes = [await createTestMailbox(server.db, eve.id), await createTestMailbox(server.db, eve.id)]
    const at = '2025-05-01T00:00:00Z'
    const stored = await deliver(
      server.db,
      Array.from({ length: 9 }, (_, i) =>
        newMail(boxes[i % 2] as TestMailbox, i % 3 === 0 ? { receivedAt: at } : {}),
      ),
    )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(eve, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...idsOf(page))
      cursor = page.nextCursor
      await deliverOne(server.db, boxes[0] as TestMailbox)
    }
    expect(seen.toSorted()).toEqual(stored.map(({ id }) => id).sort())
  })

  it('rejects a cursor of other filters', async () => {
    const { nextCursor } = await list(ada, '?limit=1')
    const { status } = await ada.session('GET', `/api/v1/messages?limit=1&q=a&cursor=${nextCursor}`)
    expect(status).toBe(400)
  })

  it('shows flags, signals and folders', async () => {
    const { id } = await deliverOne(server.db, mailbox, {
      labels: ['folder:Work'],
      flags: { seen: false, flagged: true },
      signals: { isMailingList: true },
      from: { email: 'list@example.net' },
      subject: null,
      snippet: null,
    })
    const page = await list(ada)
    expect(page.messages.find((one) => one.id === id)).toMatchObject({
      from: { email: 'list@example.net' },
      subject: null,
      snippet: null,
      mailboxId: mailbox.id,
      folderLabels: ['inbox', 'folder:Work'],
      hasAttachments: false,
      flags: { seen: false, flagged: true, draft: false, sent: false },
      signals: { isAutoReply: false, isNoReply: false, isMailingList: true, isFromSelf: false },
    })
  })
})

describe('GET /api/v1/messages/{id}', () => {
  it('shows what the present version of the sanitiser has stored, and sanitises the rest', async () => {
    const read = async (version: number, html: string, more = {}) => {
      const { id } = await deliverOne(server.db, mailbox, {
        bodyHtml: '<p onclick=x>Original</p><img src="https://t.example/p.gif">',
        safeHtml: { html, hasRemoteImages: false, version },
        ...more,
      })
      const { body } = await ada.session('GET', `/api/v1/messages/${id}`)
      return { id, shown: [body.bodyHtmlSafe, body.hasRemoteImages] }
    }
    const stored = await read(sanitiserVersion, '<p>Stored <img src="/inline/1" /></p>')
    const url = `/api/v1/messages/${stored.id}/attachments/1`
    expect(stored.shown).toEqual([`<p>Stored <img src="${url}" /></p>`, false])
    expect((await read(sanitiserVersion, '')).shown).toEqual([null, false])
    expect((await read(sanitiserVersion - 1, '<script>old</script>')).shown).toEqual([
      expect.stringContaining('<p>Original</p>'),
      true,
    ])
  })

  it('sanitises the body and shows inline images', async () => {
    const { id, threadId } = await deliverOne(server.db, mailbox, {
      bodyHtml:
        '<p onclick="x()">Hi<script>alert(1)</script> <img src="cid:logo@x"> <img src="https://t.example/p.gif"></p>',
      replyTo: [{ email: 'reply@example.net' }],
      date: '2026-01-01T10:00:00Z',
      messageIdHeader: 'm@example.net',
      attachments: [
        {
          position: 1,
          filename: 'logo.png',
          mime: 'image/png',
          size: 5,
          contentId: 'logo@x',
          disposition: 'inline',
        },
      ],
    })
    const { status, body } = await ada.session('GET', `/api/v1/messages/${id}`)
    const downloadUrl = `/api/v1/messages/${id}/attachments/1`
    expect([status, body.threadId, body.hasRemoteImages]).toEqual([200, threadId, true])
    expect(body.bodyHtmlSafe).toContain(`src="${downloadUrl}"`)
    expect(body.bodyHtmlSafe).not.toMatch(/script|onclick|t\.example/)
    expect(body.attachments).toEqual([
      {
        id: `${id}:1`,
        position: 1,
        filename: 'logo.png',
        mime: 'image/png',
        size: 5,
        disposition: 'inline',
        contentId: 'logo@x',
        downloadUrl,
      },
    ])
    expect(body.headersSubset).toEqual({
      to: [{ email: 'ada@example.com' }],
      cc: [],
      replyTo: [{ email: 'reply@example.net' }],
      date: '2026-01-01T10:00:00Z',
      messageIdHeader: 'm@example.net',
    })
  })

  it('returns no HTML for a message without an HTML body', async () => {
    const { id } = await deliverOne(server.db, mailbox)
    const { body } = await ada.session('GET', `/api/v1/messages/${id}`)
    expect(body).toMatchObject({ bodyText: 'Good morning', bodyHtmlSafe: null, hasRemoteImages: false })
  })

  it("returns the same 404 for another member's message and for an unknown one", async () => {
    const { id } = await deliverOne(server.db, mailbox)
    const foreign = await bob.session('GET', `/api/v1/messages/${id}`)
    const none = await bob.session('GET', '/api/v1/messages/00000000-0000-4000-8000-000000000000')
    expect([foreign.status, foreign.body]).toEqual([404, none.body])
  })
})
