import { messages } from '@mailwright/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '#test/client'
import { testDatabase } from '#test/database'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne } from '#test/mirror'
import type { Binding } from '../../platform/http/call.ts'
import { createHttp } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log/log.ts'
import { createSessionFinder } from '../auth/index.ts'
import { attachmentDisposition, servedType } from './content-disposition.ts'
import { attachmentHandler } from './messages.routes.ts'

// Tests the route alone, with a stub that returns the bytes.

const bytes = Buffer.from([0, 255, 10, 13, 60])
let database: Awaited<ReturnType<typeof testDatabase>>
let url: string
let close: () => Promise<void>
let ada: TestMember
let bob: TestMember
let id: string

const attachment = (position: number, filename: string, mime: string) => ({
  position,
  filename,
  mime,
  size: 5,
  contentId: null,
  disposition: 'attachment' as const,
})

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const handle = attachmentHandler(async (_db, { position }) => (position === 2 ? undefined : bytes))
  const limit = { max: 1, windowSeconds: 1 }
  const http = createHttp([{ route: messages.downloadAttachment, handle } as Binding], {
    db,
    log: createLog('silent'),
    processId: () => '',
    checkReplies: true,
    trustProxy: 0,
    brandName: 'Mailwright',
    origin: { url: 'http://x', secure: false, aliases: [] },
    authenticator: { session: createSessionFinder(db), key: async () => undefined },
    addressLimits: { signIn: limit, webhook: limit, approvalLink: limit },
    onDone: () => undefined,
  })
  url = await http.listen({ port: 0, host: '127.0.0.1' })
  close = async () => {
    await http.close()
    await database.drop()
  }
  const server = { db, url, databaseUrl: database.url, close }
  ada = await createMember(server)
  bob = await createMember(server)
  const mailbox = await createTestMailbox(db, ada.id)
  const stored = await deliverOne(db, mailbox, {
    attachments: [
      attachment(0, 'Résumé "final".pdf', 'application/pdf'),
      attachment(1, 'page.html', 'text/html'),
      attachment(2, 'gone.pdf', 'application/pdf'),
    ],
  })
  id = stored.id
})
afterAll(() => close())

const get = (member: TestMember, position: string, message = id) =>
  fetch(`${url}/api/v1/messages/${message}/attachments/${position}`, {
    headers: { cookie: `mailwright_session=${member.sessionToken}` },
  })

describe('GET /api/v1/messages/{id}/attachments/{position}', () => {
  it('returns the bytes as a download', async () => {
    const answer = await get(ada, '0')
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Resume _final_.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%22final%22.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': '5',
    })
  })

  it('serves active content as plain bytes', async () => {
    expect((await get(ada, '1')).headers.get('content-type')).toBe('application/octet-stream')
  })

  it('returns the same 404 whatever is missing', async () => {
    const none = '00000000-0000-4000-8000-000000000000'
    const misses = [get(bob, '0'), get(ada, '2'), get(ada, '9'), get(ada, '-1'), get(ada, '9'.repeat(40))]
    for (const answer of await Promise.all([...misses, get(ada, '0', none)])) {
      const body = (await answer.json()) as { code: string }
      expect([answer.status, body.code]).toEqual([404, 'request.not_found'])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    expect((await clientOf(url)('GET', `/api/v1/messages/${id}/attachments/0`)).status).toBe(401)
  })
})

it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'text/javascript', 'x', ''])(
  'serves %s as plain bytes',
  (mime) => {
    expect(servedType(mime)).toBe('application/octet-stream')
  },
)

it.each(['a"b\r\nSet-Cookie: x=1.pdf', '\\";x', "日本語 '*().txt", '\ud800', ''])(
  'keeps %j inside the header value',
  (name) => {
    expect(attachmentDisposition(name)).toMatch(
      /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.~%!-]*$/,
    )
  },
)
