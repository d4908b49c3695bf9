import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { OutboundBlocked } from './errors.ts'
import type { FetchOptions } from './fetch.ts'
import { fakeLookup } from './fixtures/answers.ts'
import { canary } from './fixtures/canary.ts'
import { selfSigned } from './fixtures/certificate.ts'
import { privateSpellings } from './fixtures/spellings.ts'
import { createOutbound } from './outbound.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Answers = Record<string, string[] | string[][]>
const guard = (allow: string[], answers: Answers = {}) => {
  const outbound = createOutbound({ purpose: 'http', allow, lookup: fakeLookup(answers).lookup })
  closers.push(outbound.close)
  return outbound
}
const serve = async (answer?: RequestListener, host?: string) => {
  const server = await canary(answer, host)
  closers.push(server.close)
  return server
}
const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()

describe('the fetch guard', () => {
  it('never reaches loopback by any spelling, nor by name', async () => {
    const birds = [await serve(), await serve(undefined, '::1')]
    const { fetch } = guard([], { 'inner.example': ['127.0.0.1'], 'inner6.example': ['::1'] })
    const encoded = ['%31%32%37.0.0.1', 'user@127.0.0.1', '127.0.0.1%2e', '\t127.0.0.1']
    const hosts = [...privateSpellings, ...encoded, 'inner.example', 'inner6.example']
    for (const { port } of birds)
      for (const scheme of ['http', 'https'])
        for (const host of hosts)
          await expect(fetch(`${scheme}://${host}:${port}/`), host).rejects.toBeInstanceOf(OutboundBlocked)
    expect(birds.map((bird) => bird.hits())).toEqual([0, 0])
  })
  it('checks a name again for each connection', async () => {
    const bird = await serve((_, reply) => reply.setHeader('connection', 'close').end('open'), '127.0.0.2')
    const inner = await serve()
    const { fetch } = guard(['127.0.0.2/32'], { 'rebind.example': [['127.0.0.2'], ['127.0.0.1']] })
    expect(await (await fetch(`http://rebind.example:${bird.port}/`)).text()).toBe('open')
    await expect(fetch(`http://rebind.example:${inner.port}/`)).rejects.toBeInstanceOf(OutboundBlocked)
    expect(inner.hits()).toBe(0)
  })
  it('ignores proxy settings of the environment', async () => {
    const proxy = await serve()
    const site = await serve()
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    const { fetch } = guard([`127.0.0.1:${site.port}`])
    expect(await (await fetch(`http://127.0.0.1:${site.port}/`)).text()).toBe('reached')
    for (const name of names) delete process.env[name]
    expect(proxy.hits()).toBe(0)
  })
  it.each(['file:///etc/passwd', 'ftp://example.org/', 'data:,x', 'gopher://x/', 'nonsense', 'http://'])(
    'rejects %s',
    async (url) => {
      await expect(guard([]).fetch(url)).rejects.toMatchObject({ kind: 'bad_request' })
    },
  )
  it('sends the requested name as Host, even if the caller sets another', async () => {
    const site = await serve((request, reply) => reply.end(request.headers.host))
    const { fetch } = guard(['127.0.0.0/8'], { 'site.example': ['127.0.0.1'] })
    const response = await fetch(`http://site.example:${site.port}/`, { headers: { host: 'admin.inner' } })
    expect(await response.text()).toBe(`site.example:${site.port}`)
  })
  it('rejects headers with line breaks', async () => {
    const { fetch } = guard(['127.0.0.0/8'])
    const call = fetch('http://127.0.0.1:1/', { headers: { 'x-a': 'b\r\nx-c: d' } })
    await expect(call).rejects.toMatchObject({ kind: 'bad_request' })
  })
})

describe('https', () => {
  it('is verified against the name, at the checked address', async () => {
    const pair = selfSigned(['site.example'])
    const server = createServer(pair, (request, reply) => {
      const { servername } = request.socket as TLSSocket
      reply.end(`${servername} ${request.headers.host}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { lookup } = fakeLookup({ 'site.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] })
    const trusting = createOutbound({ purpose: 'http', allow: ['127.0.0.0/8'], lookup, ca: pair.cert })
    const wary = createOutbound({ purpose: 'http', allow: ['127.0.0.0/8'], lookup })
    closers.push(trusting.close, wary.close, () => server.close())
    const response = await trusting.fetch(`https://site.example:${port}/`)
    expect(await response.text()).toBe(`site.example site.example:${port}`)
    const tlsFailed = { kind: 'tls_failed' }
    await expect(trusting.fetch(`https://other.example:${port}/`)).rejects.toMatchObject(tlsFailed)
    await expect(wary.fetch(`https://site.example:${port}/`)).rejects.toMatchObject(tlsFailed)
  })
})

describe('a redirect', () => {
  const to =
    (location: string, status = 302): RequestListener =>
    (_, reply) =>
      reply.writeHead(status, { location: location.replace(/[^ -~]/gu, encodeURIComponent) }).end()

  it('to the internal network is rejected at every hop, in every spelling', async () => {
    const bird = await serve()
    for (const host of privateSpellings) {
      const second = await serve(to(`http://${host}:${bird.port}/`))
      const first = await serve(to(`http://b.example:${second.port}/`))
      const allow = [`a.example:${first.port}`, `b.example:${second.port}`]
      const { fetch } = guard(allow, { 'a.example': ['127.0.0.1'], 'b.example': ['127.0.0.1'] })
      await expect(fetch(`http://a.example:${first.port}/`), host).rejects.toBeInstanceOf(OutboundBlocked)
    }
    expect(bird.hits()).toBe(0)
  })
  it('to another scheme is rejected', async () => {
    const site = await serve(to('file:///etc/passwd'))
    const { fetch } = guard(['127.0.0.0/8'])
    await expect(fetch(`http://127.0.0.1:${site.port}`)).rejects.toMatchObject({ kind: 'bad_request' })
  })
  it('is followed up to five times', async () => {
    const site = await serve((request, reply) => {
      const left = Number(request.url?.slice(1))
      return left === 0 ? reply.end('there') : to(`/${left - 1}`)(request, reply)
    })
    const { fetch } = guard(['127.0.0.0/8'])
    const response = await fetch(`http://127.0.0.1:${site.port}/5`)
    expect([response.url, response.redirected]).toEqual([`http://127.0.0.1:${site.port}/0`, true])
    await expect(fetch(`http://127.0.0.1:${site.port}/6`)).rejects.toMatchObject({ kind: 'redirected' })
    const rejected = fetch(`http://127.0.0.1:${site.port}/1`, { redirect: 'error' })
    await expect(rejected).rejects.toMatchObject({ kind: 'redirected' })
    const manual = await fetch(`http://127.0.0.1:${site.port}/1`, { redirect: 'manual' })
    expect([manual.status, manual.headers.get('location')]).toEqual([302, '/0'])
  })
  it('carries credentials within an origin only', async () => {
    const seen: (string | undefined)[][] = []
    const site = await serve(async (request, reply) => {
      const { authorization, cookie, accept } = request.headers
      seen.push([authorization, cookie, request.headers['x-api-key'] as string, accept])
      if (request.url === '/far') return to(`http://far.example:${site.port}/end`)(request, reply)
      if (request.url === '/near') return to('/far')(request, reply)
      reply.end()
    })
    const { fetch } = guard(['127.0.0.0/8'], { 'far.example': ['127.0.0.1'] })
    const headers = { cookie: 'c=1', 'x-api-key': 'k', accept: 'text/plain' }
    await fetch(`http://ann:pa%20ss@127.0.0.1:${site.port}/near`, { headers })
    const basic = `Basic ${Buffer.from('ann:pa ss').toString('base64')}`
    expect(seen).toEqual([
      [basic, 'c=1', 'k', 'text/plain'],
      [basic, 'c=1', 'k', 'text/plain'],
      [undefined, undefined, undefined, 'text/plain'],
    ])
  })
  it.each([
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PUT', 'PUT', 'body'],
  ])('%i after %s becomes %s', async (status, method, expected, body) => {
    const site = await serve(async (request, reply) => {
      const text = await bodyOf(request)
      if (request.url === '/') return to('/end', status)(request, reply)
      reply.end(`${request.method} ${request.headers['content-type'] ?? ''} ${text}`)
    })
    const options: FetchOptions = { method, body: 'body', headers: { 'content-type': 'text/x' } }
    const response = await guard(['127.0.0.0/8']).fetch(`http://127.0.0.1:${site.port}/`, options)
    expect(await response.text()).toBe(`${expected} ${body ? 'text/x' : ''} ${body}`)
  })
})

describe('a response', () => {
  it('that is too large is aborted, whether announced, unannounced or compressed', async () => {
    const site = await serve((request, reply) => {
      if (request.url === '/length') return reply.end('x'.repeat(2000))
      if (request.url === '/packed')
        return reply.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(50_000)))
      reply.write('x'.repeat(1500))
      setTimeout(() => reply.end('x'), 20)
    })
    const { fetch } = guard(['127.0.0.0/8'])
    for (const path of ['length', 'packed', 'chunks']) {
      const call = fetch(`http://127.0.0.1:${site.port}/${path}`, { maxBytes: 1000 }).then((one) =>
        one.text(),
      )
      await expect(call, path).rejects.toMatchObject({ kind: 'too_large' })
    }
  })
  it.each([
    ['gzip', gzipSync('text')],
    ['X-GZIP', gzipSync('text')],
    ['deflate', deflateSync('text')],
    ['br', brotliCompressSync('text')],
    ['gzip, br', brotliCompressSync(gzipSync('text'))],
    ['unknown', Buffer.from('text')],
    ['constructor', Buffer.from('text')],
    ['', Buffer.from('text')],
  ])('in the encoding "%s" is decoded', async (encoding, bytes) => {
    const site = await serve((_, reply) => reply.setHeader('content-encoding', encoding).end(bytes))
    const response = await guard(['127.0.0.0/8']).fetch(`http://127.0.0.1:${site.port}/`)
    expect(await response.text()).toBe('text')
  })
  it('that is not in the encoding it claims is an error', async () => {
    const site = await serve((_, reply) => reply.setHeader('content-encoding', 'gzip').end('text'))
    const response = await guard(['127.0.0.0/8']).fetch(`http://127.0.0.1:${site.port}/`)
    await expect(response.text()).rejects.toMatchObject({ kind: 'unreachable' })
  })
  it('that never arrives or never ends times out', async () => {
    const site = await serve((request, reply) => {
      if (request.url === '/half') reply.write('half')
    })
    const { fetch } = guard(['127.0.0.0/8'])
    for (const path of ['none', 'half']) {
      const url = `http://127.0.0.1:${site.port}/${path}`
      const late = fetch(url, { timeoutMs: 80 }).then((one) => one.text())
      await expect(late, path).rejects.toMatchObject({ kind: 'timeout' })
      const givenUp = fetch(url, { signal: AbortSignal.timeout(60) }).then((one) => one.text())
      await expect(givenUp, path).rejects.toMatchObject({ kind: 'aborted' })
    }
  })
  it('may have any reason phrase', async () => {
    const site = createTcpServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 \u2603\r\ncontent-length: 2\r\n\r\nhi')),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    closers.push(() => site.close())
    const { port } = site.address() as AddressInfo
    const response = await guard(['127.0.0.0/8']).fetch(`http://127.0.0.1:${port}/`)
    expect([response.status, response.statusText, await response.text()]).toEqual([200, '', 'hi'])
  })
  it('that breaks off is an error', async () => {
    const site = await serve((_, reply) => {
      reply.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => reply.destroy(), 20)
    })
    const call = guard(['127.0.0.0/8'])
      .fetch(`http://127.0.0.1:${site.port}/`)
      .then((one) => one.text())
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
  })
  it.each([204, 404, 500, 999])('keeps its status %i', async (status) => {
    const site = await serve((_, reply) => reply.writeHead(status).end())
    const response = await guard(['127.0.0.0/8']).fetch(`http://127.0.0.1:${site.port}/`)
    expect([response.status, response.ok]).toEqual([status, status === 204])
  })
})
