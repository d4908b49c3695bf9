import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect as netConnect } from 'node:net'
import { livePath } from '@mailwright/contract/live'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherServer } from '#test/another-server'
import { createKey, createMember, createSession, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../db/sql.ts'
import { asKey, asSession, connect, rejection } from './fixtures/live-client.ts'

let server: TestServer
let ada: TestMember

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

const rejected = async (headers: Record<string, string>, path: string = livePath) => {
  const { status, body } = await rejection(server.url, path, headers)
  return [status, body.code]
}

describe('the handshake', () => {
  it('accepts a session and a key', async () => {
    const { token } = await createKey(server.db, ada.id, ['notifications:read'])
    for (const headers of [asSession(ada.sessionToken), asKey(token)]) {
      const client = await connect(server.url, headers)
      await client.close()
    }
  })

  it('returns our 401 body for missing or invalid credentials', async () => {
    const { status, headers, body } = await rejection(server.url, livePath, { 'accept-language': 'fr' })
    expect([status, body.code]).toEqual([401, 'auth.unauthenticated'])
    expect(body.message).toContain('Connectez-vous')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(await rejected(asSession('nonsense'))).toEqual([401, 'auth.unauthenticated'])
    expect(await rejected(asKey('mw000000_nonsense'))).toEqual([401, 'auth.unauthenticated'])
  })

  it('authenticates by the key when a cookie is sent as well', async () => {
    const both = { ...asSession(ada.sessionToken), ...asKey('mw000000_nonsense') }
    expect(await rejected(both)).toEqual([401, 'auth.unauthenticated'])
  })

  it('rejects a suspended member, an ended session, a revoked and an expired key', async () => {
    const gone = await createMember(server, { status: 'suspended' })
    expect(await rejected(asSession(gone.sessionToken))).toEqual([401, 'auth.unauthenticated'])
    const session = await createSession(server.db, ada.id)
    await server.db.run(sql`delete from sessions where id = ${session.id}`)
    expect(await rejected(asSession(session.token))).toEqual([401, 'auth.unauthenticated'])
    const revoked = await createKey(server.db, ada.id, ['notifications:read'])
    await server.db.run(sql`update api_keys set revoked_at = now() where id = ${revoked.id}`)
    expect(await rejected(asKey(revoked.token))).toEqual([401, 'auth.unauthenticated'])
    const expired = await createKey(server.db, ada.id, ['notifications:read'], '2020-01-01T00:00:00Z')
    expect(await rejected(asKey(expired.token))).toEqual([401, 'auth.unauthenticated'])
  })

  it('rejects a session from another site, but not a key', async () => {
    const session = asSession(ada.sessionToken)
    const elsewhere = { origin: 'https://evil.example' }
    expect(await rejected({ ...session, ...elsewhere })).toEqual([403, 'auth.forbidden'])
    expect(await rejected({ ...session, origin: 'null' })).toEqual([403, 'auth.forbidden'])
    expect(await rejected({ ...session, 'sec-fetch-site': 'cross-site' })).toEqual([403, 'auth.forbidden'])
    const { token } = await createKey(server.db, ada.id, ['notifications:read'])
    await (await connect(server.url, { ...asKey(token), ...elsewhere })).close()
    await (await connect(server.url, { ...session, origin: server.url })).close()
  })

  it('returns 404 for any other path and for a request without upgrade', async () => {
    const session = asSession(ada.sessionToken)
    expect(await rejected(session, '/api/v1/signatures')).toEqual([404, 'request.not_found'])
    expect(await rejected(session, `${livePath}/more`)).toEqual([404, 'request.not_found'])
    expect(await rejected(session, '//')).toEqual([404, 'request.not_found'])
    const plain = await ada.session('GET', livePath)
    expect([plain.status, plain.body.code]).toEqual([404, 'request.not_found'])
  })

  it('returns 400 for an invalid handshake', async () => {
    const session = asSession(ada.sessionToken)
    expect(await rejected({ ...session, 'sec-websocket-key': 'short' })).toEqual([400, 'request.bad_request'])
    expect(await rejected({ ...session, 'sec-websocket-version': '7' })).toEqual([400, 'request.bad_request'])
  })

  it('ignores an offer to upgrade to another protocol', async () => {
    const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', ...asSession(ada.sessionToken) }
    const request = httpRequest(`${server.url}/api/v1/signatures`, { headers }).end()
    const [response] = await once(request, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
  })

  it('allows fifty sockets per member', async () => {
    const member = await createMember(server)
    const session = asSession(member.sessionToken)
    const clients = await Promise.all(Array.from({ length: 50 }, () => connect(server.url, session)))
    const { status, headers, body } = await rejection(server.url, livePath, session)
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'auth.rate_limited', '30'])
    await (await connect(server.url, asSession(ada.sessionToken))).close()
    await clients[0]?.close()
    await expect
      .poll(() =>
        connect(server.url, session)
          .then((c) => c.close())
          .then(
            () => 1,
            () => 0,
          ),
      )
      .toBe(1)
    await Promise.all(clients.map((client) => client.close()))
  })

  it('counts towards the rate limit of a key', async () => {
    const narrow = await anotherServer(server.databaseUrl, { MAILWRIGHT_LIMIT_KEY_PER_MINUTE: '1' })
    const { token } = await createKey(server.db, ada.id, ['notifications:read'])
    await (await connect(narrow.url, asKey(token))).close()
    const { status, headers, body } = await rejection(narrow.url, livePath, asKey(token))
    expect([status, body.code]).toEqual([429, 'api_key.rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await narrow.close()
  })

  it('survives a client that disconnects in the middle of it', async () => {
    for (let i = 0; i < 20; i++) {
      const socket = netConnect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      const lines = [
        `GET ${livePath} HTTP/1.1`,
        'Host: x',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
        `Cookie: mailwright_session=${ada.sessionToken}`,
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`, () => socket.resetAndDestroy())
    }
    await (await connect(server.url, asSession(ada.sessionToken))).close()
  })
})
