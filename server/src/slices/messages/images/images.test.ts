import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { canary } from '../../../platform/outbound/fixtures/canary.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { remoteImageName } from '../../../protocols/mime/remote-images.ts'
import { toStoredHtml } from '../../../protocols/mime/to-stored-html.ts'
import { createFetchImage } from './fetch-image.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

type Site = Awaited<ReturnType<typeof canary>>
let server: TestServer
let site: Site
let inner: Site
let ada: TestMember
let bob: TestMember
let mailbox: TestMailbox
let folder: string
const asked: { url: string; headers: IncomingHttpHeaders }[] = []
const held: (() => void)[] = []

/** A server of pictures, good and hostile ones. */
const answer: RequestListener = (request, reply) => {
  const url = request.url ?? ''
  asked.push({ url, headers: request.headers })
  const redirect = (location: string) => reply.writeHead(302, { location }).end()
  if (url.startsWith('/html')) reply.writeHead(200, { 'content-type': 'image/png' }).end('<html>hello')
  else if (url.startsWith('/svg')) reply.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg)
  else if (url.startsWith('/gone')) reply.writeHead(404, { 'content-type': 'image/png' }).end(png)
  else if (url.startsWith('/to-private')) redirect(`http://127.0.0.2:${inner.port}/secret.png`)
  else if (url.startsWith('/to-file')) redirect('file:///etc/passwd')
  else if (url.startsWith('/round')) redirect(url)
  else if (url.startsWith('/moved')) redirect('/good.png')
  else if (url.startsWith('/held')) held.push(() => reply.end(png))
  else if (url.startsWith('/announced')) reply.writeHead(200, { 'content-length': 9e9 }).write(png)
  else if (url.startsWith('/endless')) {
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(256 * 1024, 1)));
    }
    reply.write(png)
    reply.on('drain', more)
    more()
  } else
    reply
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1; Path=/', etag: '"a"' })
      .end(png)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  site = await canary(answer)
  inner = await canary((_, reply) => reply.end(png), '127.0.0.2')
  server = await testServer({
    MAILWRIGHT_DATA_DIR: folder,
    MAILWRIGHT_IMAGE_CACHE_MB: '8',
    // The entry for workflows opens nothing for pictures.
    MAILWRIGHT_OUTBOUND_ALLOW: `images:127.0.0.1:${site.port},http:127.0.0.2:${inner.port}`,
  })
  ada = await createMember(server)
  bob = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id)
})
afterAll(async () => {
  await server.close()
  await site.close()
  await inner.close()
  await rm(folder, { recursive: true })
})

const address = (path: string) => `http://127.0.0.1:${site.port}${path}`
const img = (path: string) => `<img src="${address(path)}">`
// As the mirror stores it.
const store = async (html: string, more = {}) => {
  const safeHtml = toStoredHtml({ bodyHtml: html, attachments: [] })
  return (await deliverOne(server.db, mailbox, { bodyHtml: html, ...(safeHtml && { safeHtml }), ...more })).id
}
const show = (member: TestMember, id: string) => member.session('GET', `/api/v1/messages/${id}/remote-images`)
const load = async (member: TestMember, id: string, url: string) => {
  const response = await fetch(`${server.url}/api/v1/messages/${id}/remote-images/${remoteImageName(url)}`, {
    headers: { cookie: `mailwright_session=${member.sessionToken}` },
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const requests = (path: string) => asked.filter(({ url }) => url.startsWith(path))

describe('remote images of a message', () => {
  it('are shown under our own paths, and fetched without cookies and referrer', async () => {
    const id = await store(`<p>Hi ${img('/good.png?a=1&amp;b=2')} ${img('/moved.png')}</p>`)
    const { status, body } = await show(ada, id)
    expect([status, body.images]).toEqual([200, 2])
    expect(body.bodyHtmlSafe).not.toContain('127.0.0.1')
    expect(body.bodyHtmlSafe).toContain(`src="/api/v1/messages/${id}/remote-images/`)
    // Nothing was fetched for the asking alone, and reading does not ask.
    expect((await ada.session('GET', `/api/v1/messages/${id}`)).body.bodyHtmlSafe).toBe(
      '<p>Hi <img /> <img /></p>',
    )
    expect(asked).toEqual([])
    for (const url of [address('/good.png?a=1&b=2'), address('/moved.png')]) {
      const image = await load(ada, id, url)
      expect([image.status, image.bytes.equals(png)]).toEqual([200, true])
      expect(Object.fromEntries(image.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=3600',
      })
      expect(image.headers.get('set-cookie')).toBe(null)
    }
    const sent = requests('/good.png').flatMap(({ headers }) => Object.keys(headers))
    expect(sent).not.toContain('cookie')
    expect(sent).not.toContain('referer')
  })

  it('come from the cache the second time, for each member apart', async () => {
    const html = img('/cached.png')
    const id = await store(html)
    const theirs = await createTestMailbox(server.db, bob.id)
    const { id: other } = await deliverOne(server.db, theirs, { bodyHtml: html })
    for (const _ of [1, 2, 3]) expect((await load(ada, id, address('/cached.png'))).status).toBe(200)
    expect(requests('/cached')).toHaveLength(1)
    expect((await load(bob, other, address('/cached.png'))).status).toBe(200)
    expect(requests('/cached')).toHaveLength(2)
  })

  it.each(['/html.png', '/svg.svg', '/gone.png', '/to-file', '/round', '/announced.png', '/endless.png'])(
    'are refused if the server answers with %s',
    async (path) => {
      const id = await store(img(path))
      const { status, bytes } = await load(ada, id, address(path))
      expect([status, JSON.parse(bytes.toString()).code]).toEqual([422, 'webmail.image_unavailable'])
    },
  )

  it('never reach a private address, directly or by a redirect', async () => {
    const direct = `http://127.0.0.2:${inner.port}/secret.png`
    const id = await store(`${img('/to-private.png')}<img src="${direct}">`)
    for (const url of [address('/to-private.png'), direct])
      expect((await load(ada, id, url)).status).toBe(422)
    expect(inner.hits()).toBe(0)
  })

  it('come from addresses of the message only', async () => {
    const id = await store(
      `${img('/in.png')}<a href="${address('/linked.png')}">x</a> ${address('/text.png')}`,
    )
    for (const path of ['/other.png', '/linked.png', '/text.png'])
      expect((await load(ada, id, address(path))).status).toBe(404)
    const raw = `/api/v1/messages/${id}/remote-images/${encodeURIComponent(address('/in.png'))}`
    expect((await ada.session('GET', raw)).status).toBe(404)
    expect([requests('/other'), requests('/linked'), requests('/text'), requests('/in')]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  it("of another member's message are not found", async () => {
    const id = await store(img('/private.png'))
    expect((await show(bob, id)).status).toBe(404)
    expect((await load(bob, id, address('/private.png'))).status).toBe(404)
    expect(requests('/private')).toEqual([])
  })

  it('are never loaded for spam, also after the message was moved there', async () => {
    const spam = await store(img('/spam.png'), { folder: 'spam' })
    const labelled = await store(img('/spam.png'), { labels: ['spam'] })
    for (const id of [spam, labelled]) {
      const { status, body } = await show(ada, id)
      expect([status, body.code]).toEqual([409, 'webmail.images_refused'])
      expect((await load(ada, id, address('/spam.png'))).status).toBe(409)
    }
    const id = await store(img('/moved-to-spam.png'), { subject: 'Buy now' })
    const { body } = await ada.session('GET', `/api/v1/messages/${id}`)
    const act = { action: 'spam', clientToken: 'images-spam' }
    expect(
      (await ada.session('POST', `/api/v1/threads/${body.threadId}/actions`, { body: act })).status,
    ).toBe(202)
    expect((await load(ada, id, address('/moved-to-spam.png'))).status).toBe(409)
    expect([requests('/spam'), requests('/moved-to-spam')]).toEqual([[], []])
  })

  it('are bounded in number', async () => {
    const id = await store(Array.from({ length: 10_000 }, (_, n) => img(`/many/${n}.png`)).join(''))
    expect((await show(ada, id)).body.images).toBe(200)
    expect((await load(ada, id, address('/many/199.png'))).status).toBe(200)
    expect((await load(ada, id, address('/many/200.png'))).status).toBe(404)
  })

  it('of a slow server keep the member waiting, and nobody else', async () => {
    const slow = Array.from({ length: 30 }, (_, n) => `/held/${n}.png`)
    const id = await store(slow.map(img).join(''))
    const waiting = slow.map((path) => load(ada, id, address(path)))
    await expect.poll(() => requests('/held').length).toBe(4)
    // Other pages of the member, and the pictures of others, come at once.
    expect((await show(ada, id)).body.images).toBe(30)
    const theirs = await createTestMailbox(server.db, bob.id)
    const { id: other } = await deliverOne(server.db, theirs, { bodyHtml: img('/quick.png') })
    expect((await load(bob, other, address('/quick.png'))).status).toBe(200)
    expect(requests('/held')).toHaveLength(4)
    const release = setInterval(() => held.splice(0).forEach((go) => void go()), 5)
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]))
    clearInterval(release)
  })

  it('are none without HTML', async () => {
    const id = await store('', { bodyHtml: null })
    expect((await show(ada, id)).body).toEqual({ bodyHtmlSafe: null, images: 0 })
    expect((await load(ada, id, address('/x.png'))).status).toBe(404)
  })

  it('of a server that does not answer in time are given up', async () => {
    const outbound = createOutbound({ purpose: 'images', allow: [`127.0.0.1:${site.port}`] })
    const cache = { get: async () => undefined, put: async () => undefined, close: () => undefined }
    const fetchImage = createFetchImage({ outbound, cache, timeoutMs: 50 })
    expect(await fetchImage('a', address('/held/late.png'))).toBe(undefined)
    await outbound.close()
  })
})

describe('senders whose images are always shown', () => {
  const senders = async (member: TestMember) =>
    (await member.session('GET', '/api/v1/remote-image-senders')).body.senders as {
      id: string
      email: string
    }[]
  const allow = async (member: TestMember, email: string) =>
    (await member.session('POST', '/api/v1/remote-image-senders', { body: { email } })).body.sender as {
      id: string
    }

  it('are remembered once, whatever their case, and forgotten again', async () => {
    const first = await allow(ada, 'News@Example.net')
    expect(await allow(ada, 'news@example.NET')).toEqual(first)
    expect(await senders(ada)).toMatchObject([{ id: first.id, email: 'news@example.net' }])
    expect(await senders(bob)).toEqual([])
    expect((await bob.session('DELETE', `/api/v1/remote-image-senders/${first.id}`)).status).toBe(404)
    expect((await ada.session('DELETE', `/api/v1/remote-image-senders/${first.id}`)).status).toBe(204)
    expect(await senders(ada)).toEqual([])
  })
})
