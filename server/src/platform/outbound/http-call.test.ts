import type { IncomingMessage, RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HostNotFound, OutboundBlocked, OutboundFailed } from './errors.ts'
import { fakeLookup } from './fixtures/answers.ts'
import { canary } from './fixtures/canary.ts'
import { privateSpellings } from './fixtures/spellings.ts'
import { createHttpCall, type HttpCallRequest } from './http-call.ts'
import { createOutbound } from './outbound.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Answers = Record<string, string[] | string[][]>
const caller = (allow: string[], answers: Answers = {}) => {
  const outbound = createOutbound({ purpose: 'http', allow, lookup: fakeLookup(answers).lookup })
  closers.push(outbound.close)
  return createHttpCall(outbound.fetchWhole)
}
const serve = async (answer?: RequestListener, host?: string) => {
  const server = await canary(answer, host)
  closers.push(server.close)
  return server
}
const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()
const inner = ['127.0.0.0/8']

describe('a call to a service', () => {
  const echo: RequestListener = async (request, reply) =>
    reply.end(`${request.method} ${request.headers['content-type'] ?? '-'} ${await bodyOf(request)}`)

  it.each<[string, Partial<HttpCallRequest>, string]>([
    ['no body', { method: 'GET' }, 'GET - '],
    ['a method in small letters', { method: 'delete' }, 'DELETE - '],
    ['JSON', { body: { kind: 'json', value: { a: 'é' } } }, 'POST application/json {"a":"é"}'],
    ['JSON that is nothing', { body: { kind: 'json', value: undefined } }, 'POST application/json null'],
    ['text', { body: { kind: 'text', text: 'hi' } }, 'POST text/plain; charset=utf-8 hi'],
    [
      'text of a type',
      { body: { kind: 'text', text: '<a/>', contentType: 'application/xml' } },
      'POST application/xml <a/>',
    ],
    [
      'a form',
      { method: 'PUT', body: { kind: 'form', fields: { a: '1 2', b: '&' } } },
      'PUT application/x-www-form-urlencoded a=1+2&b=%26',
    ],
    [
      'JSON under a type of the caller',
      { headers: { 'Content-Type': 'application/vnd.x+json' }, body: { kind: 'json', value: 1 } },
      'POST application/vnd.x+json 1',
    ],
  ])('sends %s', async (_what, request, expected) => {
    const { port } = await serve(echo)
    const answer = await caller(inner)({ method: 'POST', url: `http://127.0.0.1:${port}/`, ...request })
    expect(answer.text).toBe(expected)
  })

  it.each(['CONNECT', 'TRACE', 'GET /x HTTP/1.1\r\nX: y', ''])('rejects the method %j', async (method) => {
    const site = await serve()
    const call = caller(inner)({ method, url: `http://127.0.0.1:${site.port}/` })
    await expect(call).rejects.toMatchObject({ kind: 'bad_request' })
    expect(site.hits()).toBe(0)
  })

  it('rejects a body for a method that has none', async () => {
    const call = caller(inner)({
      method: 'GET',
      url: 'http://127.0.0.1:1/',
      body: { kind: 'text', text: 'x' },
    })
    await expect(call).rejects.toMatchObject({ kind: 'bad_request' })
  })

  it('returns status, headers and text, in the charset of the response', async () => {
    const { port } = await serve((_, reply) =>
      reply
        .writeHead(418, { 'content-type': 'text/plain; charset=iso-8859-1', 'X-A': '1' })
        .end(Buffer.from([0xe9])),
    )
    const answer = await caller(inner)({ method: 'GET', url: `http://127.0.0.1:${port}/?key=secret` })
    expect(answer).toMatchObject({ status: 418, text: 'é', redirected: false })
    expect(answer.headers['x-a']).toBe('1')
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  it('treats an unknown charset as UTF-8', async () => {
    const { port } = await serve((_, reply) =>
      reply.writeHead(200, { 'content-type': 'text/plain; charset=klingon' }).end('é'),
    )
    expect((await caller(inner)({ method: 'GET', url: `http://127.0.0.1:${port}/` })).text).toBe('é')
  })

  it('rejects a response above its limit, one megabyte by default', async () => {
    const { port } = await serve((request, reply) => reply.end(Buffer.alloc(Number(request.url?.slice(1)))))
    const call = caller(inner)
    const get = (size: number, more = {}) =>
      call({ method: 'GET', url: `http://127.0.0.1:${port}/${size}`, ...more })
    expect((await get(1024 * 1024)).text).toHaveLength(1024 * 1024)
    await expect(get(1024 * 1024 + 1)).rejects.toMatchObject({ kind: 'too_large' })
    await expect(get(11, { maxBytes: 10 })).rejects.toMatchObject({ kind: 'too_large' })
  })

  it('ends at its timeout and when aborted', async () => {
    const { port } = await serve(() => undefined)
    const call = caller(inner)
    const request = { method: 'GET', url: `http://127.0.0.1:${port}/` }
    await expect(call({ ...request, timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
    const signal = AbortSignal.timeout(50)
    await expect(call({ ...request, signal })).rejects.toMatchObject({ kind: 'aborted' })
  })

  it.each([22, 25, 110, 143, 587, 993, 6667])(
    'rejects port %i, which belongs to another protocol',
    async (port) => {
      const call = caller(inner, { 'site.example': ['127.0.0.1'] })
      const rejected = call({ method: 'GET', url: `http://site.example:${port}/` })
      await expect(rejected).rejects.toThrow(/belongs to (?:another protocol|a mail server)/)
    },
  )

  it('reveals no secret of the URL when it fails', async () => {
    const site = await serve()
    await site.close()
    const call = caller(inner)({ method: 'GET', url: `http://ann:pass@127.0.0.1:${site.port}/x?key=secret` })
    const error: Error = await call.then(
      () => new Error('expected a failure'),
      (one) => one,
    )
    expect(error).toMatchObject({ kind: 'unreachable' })
    expect(error.message).not.toMatch(/secret|pass/)
  })
})

describe('credentials of a call', () => {
  it('are dropped when a redirect leaves the origin', async () => {
    const seen: (string | undefined)[] = []
    const site = await serve((request, reply) => {
      seen.push(request.headers.authorization ?? (request.headers['x-key'] as string | undefined))
      if (request.url === '/end') return reply.end('there')
      return reply.writeHead(307, { location: `http://far.example:${site.port}/end` }).end()
    })
    const call = caller(inner, { 'far.example': ['127.0.0.1'] })
    for (const headers of [{ Authorization: 'Bearer x' }, { 'X-Key': 'k' }]) {
      const url = `http://127.0.0.1:${site.port}/`
      expect(await call({ method: 'GET', url, headers })).toMatchObject({ text: 'there', redirected: true })
    }
    expect(seen).toEqual(['Bearer x', undefined, 'k', undefined])
  })
})

describe('no call reaches the machine or its network', () => {
  let birds: Awaited<ReturnType<typeof canary>>[]
  beforeAll(async () => {
    birds = [await canary(), await canary(undefined, '::1'), await canary(undefined, '0.0.0.0')]
  })
  afterAll(async () => {
    for (const bird of birds) await bird.close()
  })
  const untouched = () => expect(birds.map((bird) => bird.hits())).toEqual([0, 0, 0])

  const tricks = [
    'localhost',
    'localhost.',
    'LOCALHOST',
    'user@127.0.0.1',
    'example.org:80@127.0.0.1',
    'example.org%00@127.0.0.1',
    '%31%32%37.0.0.1',
    '127.0.0.1%2e',
    '\t127.0.0.1',
    '127.0.0.1%09',
    'example.org#@127.0.0.1',
    'example.org\\@127.0.0.1',
  ]
  it.each([...privateSpellings, ...tricks])('spelled %s', async (host) => {
    const call = caller([], {
      localhost: ['127.0.0.1', '::1'],
      'example.org': ['127.0.0.1'],
    })
    for (const { port } of birds) {
      const failed = await call({ method: 'GET', url: `http://${host}:${port}/`, timeoutMs: 5_000 }).then(
        () => 'reached',
        (error) => error,
      )
      const isRefused =
        failed instanceof OutboundBlocked ||
        failed instanceof HostNotFound ||
        (failed instanceof OutboundFailed && failed.kind === 'bad_request')
      expect(isRefused, String(failed)).toBe(true)
    }
    untouched()
  })

  it.each(['[fe80::1%25lo]', '[fe80::1%lo]', '[::1%251]', '[::ffff:127.0.0.1%25eth0]'])(
    'spelled with the zone of %s',
    async (host) => {
      const call = caller([])({ method: 'GET', url: `http://${host}:${birds[0]?.port}/` })
      await expect(call).rejects.toMatchObject({ kind: 'bad_request' })
      untouched()
    },
  )

  const targets = [
    '127.0.0.1',
    '::1',
    '0.0.0.0',
    '::',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    'fd00::1',
    'fe80::1',
    'fe80::1%lo',
    '2002:7f00:1::1',
  ]
  it.each(targets)('by a name that resolves to %s', async (address) => {
    const call = caller([], { 'a.example': [address], 'b.example': ['93.184.215.14', address] })
    for (const name of ['a.example', 'b.example'])
      for (const { port } of birds)
        await expect(call({ method: 'GET', url: `http://${name}:${port}/` })).rejects.toBeInstanceOf(
          OutboundBlocked,
        )
    untouched()
  })

  it.each(targets)('by a redirect to a name that resolves to %s', async (address) => {
    const port = birds[0]?.port
    const site = await serve((_, reply) =>
      reply.writeHead(302, { location: `http://inner.example:${port}/` }).end(),
    )
    const call = caller([`site.example:${site.port}`], {
      'site.example': ['127.0.0.1'],
      'inner.example': [address],
    })
    const redirected = call({ method: 'GET', url: `http://site.example:${site.port}/` })
    await expect(redirected).rejects.toBeInstanceOf(OutboundBlocked)
    expect(site.hits()).toBe(1)
    untouched()
  })

  it('by a name that changes between two lookups', async () => {
    const site = await serve((_, reply) => reply.setHeader('connection', 'close').end('open'), '127.0.0.2')
    const { lookup, asked } = fakeLookup({ 'rebind.example': [['127.0.0.2'], ['127.0.0.1']] })
    const outbound = createOutbound({ purpose: 'http', allow: ['127.0.0.2/32'], lookup })
    closers.push(outbound.close)
    const call = createHttpCall(outbound.fetchWhole)
    // The checked answer is the one that is dialled: there is no second lookup for the same connection.
    expect((await call({ method: 'GET', url: `http://rebind.example:${site.port}/` })).text).toBe('open')
    expect(asked).toEqual(['rebind.example'])
    const again = call({ method: 'GET', url: `http://rebind.example:${birds[0]?.port}/` })
    await expect(again).rejects.toBeInstanceOf(OutboundBlocked)
    untouched()
  })
})
