import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Sends raw bytes and returns everything received until the connection closes. */
async function raw(bytes: string) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(bytes, 'latin1')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) }
}
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`

// By default Fastify answers these itself, before any of our hooks.
describe('a malformed request', () => {
  it.each([
    ['a percent sign that means nothing', get('/api/v1/signatures/%zz'), 400, 'request.bad_request'],
    ['bytes that are no UTF-8', get('/api/v1/signatures/%ff'), 400, 'request.bad_request'],
    ['a name that is too long', get(`/api/v1/api-keys/${'a'.repeat(3000)}/revoke`), 404, 'request.not_found'],
    [
      'a header that is too long',
      get('/healthz', `X: ${'a'.repeat(20_000)}\r\n`),
      431,
      'request.bad_request',
    ],
    ['no HTTP at all', 'EHLO example.com\r\n\r\n', 400, 'request.bad_request'],
    [
      'two lengths',
      get('/healthz', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'),
      400,
      'request.bad_request',
    ],
    ['NUL in a header', get('/healthz', 'X: a\0b\r\n'), 400, 'request.bad_request'],
  ])('gets our error format and headers: %s', async (_what, bytes, status, code) => {
    const answer = await raw(bytes)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(Object.keys(answer.body).filter((key) => !['code', 'message', 'details'].includes(key))).toEqual(
      [],
    )
    for (const header of ['nosniff', 'no-store', 'frame-ancestors']) expect(answer.head).toContain(header)
  })
})
