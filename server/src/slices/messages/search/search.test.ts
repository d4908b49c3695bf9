import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliver, deliverOne, newMail, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
const names: Record<string, string> = {}

const file = {
  position: 0,
  filename: 'a.pdf',
  mime: 'application/pdf',
  size: 9,
  contentId: null,
  disposition: 'attachment' as const,
}

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id, ['Künden'])
  const add = async (name: string, mail: Parameters<typeof deliverOne>[2]) => {
    names[(await deliverOne(server.db, mailbox, mail)).id] = name
  }
  await add('invoice', {
    subject: 'Facture n° 12 – Élan',
    snippet: 'Please pay the invoice soon',
    size: 3_000_000,
    from: { name: 'Éloïse Martin', email: 'eloise@billing.example' },
    hasAttachments: true,
    attachments: [file],
    flags: { seen: false },
    receivedAt: '2026-03-01T10:00:00Z',
  })
  await add('lunch', {
    subject: 'Lunch on Monday?',
    snippet: 'The usual place, Straße 5',
    folder: 'folder:Künden',
    from: { name: 'Bob', email: 'bob@example.net' },
    cc: [{ name: 'Carla Diaz', email: 'carla@example.org' }],
    flags: { flagged: true },
    receivedAt: '2026-03-02T10:00:00Z',
  })
  await add('spam', {
    subject: 'Invoice WIN',
    snippet: 'monday monday',
    folder: 'spam',
    receivedAt: '2026-03-03T10:00:00Z',
    from: { email: 'win@spam.example' },
  })
})
afterAll(() => server.close())

async function search(q: string, path = '/api/v1/messages', more = '') {
  const { status, body } = await ada.session('GET', `${path}?q=${encodeURIComponent(q)}${more}`)
  expect([status, body.code]).toEqual([200, undefined])
  return (body.messages as { id: string }[]).map(({ id }) => names[id]).sort()
}

describe('GET /api/v1/messages?q', () => {
  it.each([
    ['invoice', ['invoice', 'spam']],
    ['FACTURE elan', ['invoice']],
    ['"pay the invoice"', ['invoice']],
    ['"invoice the pay"', []],
    ['strasse', ['lunch']],
    ['lun*', ['lunch']],
    ['lun', []],
    ['from:eloise', ['invoice']],
    ['from:eloise@billing.example', ['invoice']],
    ['from:"Éloïse Martin"', ['invoice']],
    ['from:invoice', []],
    ['subject:invoice', ['spam']],
    ['to:carla', ['lunch']],
    ['carla', []],
    ['has:attachment', ['invoice']],
    ['is:unread', ['invoice']],
    ['-is:unread monday', ['lunch', 'spam']],
    ['is:starred', ['lunch']],
    ['in:spam', ['spam']],
    ['in:kunden', ['lunch']],
    ['in:"folder:Künden"', ['lunch']],
    ['in:all invoice', ['invoice']],
    ['in:nowhere', []],
    ['after:2026-03-02 before:2026-03-03', ['lunch']],
    ['larger:1m', ['invoice']],
    ['-larger:1m', ['lunch', 'spam']],
    ['facture OR lunch', ['invoice', 'lunch']],
    ['monday -win', ['lunch']],
    ['is:flagged OR from:eloise', ['invoice', 'lunch']],
    ['  ', ['invoice', 'lunch', 'spam']],
    // A phrase does not span two fields.
    ['"Élan Éloïse"', []],
  ])('finds with %s', async (q, expected) => {
    expect(await search(q)).toEqual(expected)
  })

  it.each(['"open', 'from:', 'nothing:here', 'before:soon'])('rejects %s', async (q) => {
    for (const path of ['/api/v1/messages', '/api/v1/threads']) {
      const { status, body } = await ada.session('GET', `${path}?q=${encodeURIComponent(q)}`)
      expect([status, body.code]).toEqual([400, 'request.bad_request'])
      expect(body.details.issues).toEqual([
        { path: '/q', message: expect.stringMatching(/^character \d+: /) },
      ])
    }
  })

  it('pages through the matches of a common word', async () => {
    const other = await createTestMailbox(server.db, ada.id)
    for (let i = 0; i < 5; i++) await deliverOne(server.db, other, { subject: `Repeated ${i}` })
    const first = await ada.session('GET', '/api/v1/messages?q=repeated&limit=3')
    const rest = await ada.session(
      'GET',
      `/api/v1/messages?q=repeated&limit=3&cursor=${first.body.nextCursor}`,
    )
    const subjects = [...first.body.messages, ...rest.body.messages].map(
      (m: { subject: string }) => m.subject,
    )
    expect(subjects).toEqual([4, 3, 2, 1, 0].map((i) => `Repeated ${i}`))
    expect(rest.body.nextCursor).toBeNull()
  })

  it('returns each match once and in order with every search strategy', async () => {
    const eve = await createMember(server)
    const box = await createTestMailbox(server.db, eve.id)
    const mail = (count: number, subject: string) =>
      deliver(
        server.db,
        Array.from({ length: count }, () => newMail(box, { subject, snippet: null })),
      )
    const dense = (await mail(1_050, 'Dense')).map(({ id }) => id)
    const sparse = (await mail(40, 'Sparse')).map(({ id }) => id)
    await mail(300, 'Else')
    const common = (await mail(120, 'Common')).map(({ id }) => id)
    const all = async (path: string, q: string) => {
      const found: string[] = []
      for (let cursor = ''; found.length < 2_000; ) {
        const { body } = await eve.session(
          'GET',
          `/api/v1/${path}?limit=200&q=${q}${cursor && `&cursor=${cursor}`}`,
        )
        found.push(...(body.messages ?? body.threads).map((one: { id: string }) => one.id))
        if (!body.nextCursor) return found
        cursor = body.nextCursor
      }
      return found
    }
    expect(await all('messages', 'dense')).toEqual(dense.toReversed())
    expect(await all('messages', 'sparse')).toEqual(sparse.toReversed())
    expect(await all('messages', 'common')).toEqual(common.toReversed())
    for (const [q, count] of [['dense', 1_050] as const, ['sparse', 40] as const, ['common', 120] as const])
      expect(new Set(await all('threads', q)).size).toBe(count)
  })

  it('finds the newest matching threads, however many newer ones do not match', async () => {
    const eve = await createMember(server)
    const boxes = [await createTestMailbox(server.db, eve.id), await createTestMailbox(server.db, eve.id)]
    const mail = async (count: number, word: string) => {
      for (let i = 0; i < count; i++)
        await deliverOne(server.db, boxes[i % 2] as TestMailbox, { subject: `${word} ${i}`, snippet: null })
    }
    const firstPage = async (word: string) => {
      const { body } = await eve.session('GET', `/api/v1/threads?limit=5&q=${word}`)
      return body.threads.map(({ subject }: { subject: string }) => subject)
    }
    const newest = (word: string, count: number) =>
      Array.from({ length: 5 }, (_, i) => `${word} ${count - 1 - i}`)
    await mail(6, 'Buried')
    await mail(30, 'Frequent')
    await mail(120, 'Else')
    // Six matches behind 150 threads are looked up; thirty behind 120 are found by walking the newest threads.
    expect(await firstPage('buried')).toEqual(newest('Buried', 6))
    expect(await firstPage('frequent')).toEqual(newest('Frequent', 30))
  })

  it('answers any query with a page or with 400', async () => {
    const parts = fc.constantFrom(
      '"',
      'OR',
      '-a',
      'b*',
      "'",
      '\\',
      'from:',
      'is:unread',
      'in:x',
      '&',
      '|',
      '!',
      '<->',
    )
    const query = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(fc.oneof(parts, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 8 })
        .map((all) => all.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom('messages', 'threads'), async (q, what) => {
        const { status } = await ada.session(
          'GET',
          `/api/v1/${what}?q=${encodeURIComponent(q.toWellFormed())}`,
        )
        expect([200, 400]).toContain(status)
      }),
      { numRuns: 300 },
    )
  })
})

describe('GET /api/v1/threads?q', () => {
  const subjects = async (more: string) => {
    const { body } = await ada.session('GET', `/api/v1/threads?${more}`)
    return (body.threads as { subject: string }[]).map(({ subject }) => subject)
  }

  it('searches the current folder, or every folder on request', async () => {
    expect(await subjects('q=invoice')).toEqual(['Facture n° 12 – Élan'])
    expect(await subjects('q=invoice&folder=spam')).toEqual(['Invoice WIN'])
    expect(await subjects('q=invoice&folder=all')).toEqual(['Facture n° 12 – Élan'])
    expect(await subjects('q=invoice&searchEverywhere=true')).toEqual(['Invoice WIN', 'Facture n° 12 – Élan'])
    expect(await subjects('q=invoice&searchEverywhere=true&filter=unread')).toEqual(['Facture n° 12 – Élan'])
  })

  it('finds a thread by any of its messages in that folder', async () => {
    const box = await createTestMailbox(server.db, ada.id)
    const first = await deliverOne(server.db, box, {
      subject: 'Zebra one',
      messageIdHeader: 'zebra@example.net',
    })
    const reply = {
      subject: 'Re: Zebra one',
      snippet: 'quagga',
      inReplyTo: '<zebra@example.net>',
      folder: 'sent',
    }
    expect((await deliverOne(server.db, box, reply)).threadId).toBe(first.threadId)
    expect(await subjects('q=quagga')).toEqual([])
    expect(await subjects('q=quagga&folder=sent')).toEqual(['Zebra one'])
    expect(await subjects('q=zebra')).toEqual(['Zebra one'])
  })
})
