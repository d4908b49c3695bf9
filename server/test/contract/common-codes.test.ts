import { badRequestOf, limitCodeOf, requiresSignIn } from '@mailwright/contract/codes'
import type { RouteDeclaration } from '@mailwright/contract/route'
import { scopes } from '@mailwright/contract/scopes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '#test/client'
import { createKey, createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../src/platform/db/sql.ts'
import { send } from './fuzz/send.ts'
import { call, emptyPath, freshSession, ownBody, ownPath, plausibleBody } from './requests.ts'
import { builtRoutes } from './routes.ts'

// Codes that follow from the kind of a route, not from its domain: each is provoked on every route that lists it.

const guarded = builtRoutes.filter(([, route]) => requiresSignIn(route))
const limited = builtRoutes.filter(([, route]) => route.limitedByAddress)
const withBody = builtRoutes.filter(([, route]) => route.body)
const withInput = builtRoutes.filter(([, route]) => route.body || route.query || route.params)
const idempotent = builtRoutes.filter(([, route]) => route.idempotent)

let server: TestServer
let admin: TestMember

beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_SIGN_IN: '500' })
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const use = (bucket: string, seconds: number) =>
  server.db.row(sql`select rate_take(${bucket}, 1000000, ${seconds}::int, 600)`)

const clientFor = async (route: RouteDeclaration) =>
  requiresSignIn(route) ? freshSession(server, admin) : clientOf(server.url)

describe.each(guarded)('%s with a key over its rate limit', (_name, route) => {
  it('returns 429 with Retry-After', async () => {
    const { id, token } = await createKey(server.db, admin.id, scopes)
    await use(`key:${id}`, 60)
    const client = clientOf(server.url, { authorization: `Bearer ${token}` })
    const { result, headers } = await call(client, route, emptyPath(route))
    expect(result).toEqual([429, 'api_key.rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe.each(limited)('%s from an address over its rate limit', (_name, route) => {
  it('returns 429 with Retry-After', async () => {
    const limit = route.limitedByAddress ?? 'signIn'
    await use(`address:${limit}:127.0.0.1`, limit === 'signIn' ? 900 : 60)
    const { result, headers } = await call(await clientFor(route), route, emptyPath(route))
    await server.db.run(sql`delete from rate_windows where bucket like 'address:%'`)
    expect(result).toEqual([429, limitCodeOf(limit)])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe.each(withBody)('%s with a body above the limit', (_name, route) => {
  it('returns 413 with the reason', async () => {
    const answer = await send(server.url, {
      why: '',
      caller: 'admin',
      expect: 'refused',
      method: route.method,
      path: emptyPath(route),
      headers: { 'content-type': 'application/json', cookie: `mailwright_session=${admin.sessionToken}` },
      body: ' '.repeat((route.bodyLimit ?? 5 * 1024 * 1024) + 1),
    })
    const body = { code: 'request.payload_too_large', details: { reason: 'FST_ERR_CTP_BODY_TOO_LARGE' } }
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([413, body])
  })
})

describe.each(withInput)('%s with invalid input', (_name, route) => {
  it('returns 400 with its own code', async () => {
    const path = await ownPath(server, route, admin)
    const { result, body } = await call(await clientFor(route), route, `${path}?x=%00`)
    expect(result).toEqual([400, badRequestOf(route)])
    expect(body.details.issues).toHaveLength(1)
  })
})

/** Where all fields are optional, two samples may be the same. */
function otherBody(route: RouteDeclaration, { body }: { body?: unknown }) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const other = plausibleBody(route)
    if (JSON.stringify(other.body) !== JSON.stringify(body)) return other
  }
  throw new Error('no other body was found')
}

describe.each(idempotent)('%s with an Idempotency-Key', (_name, route) => {
  it('replays, and distinguishes another body, a running request and an invalid key', async () => {
    const sent = await ownBody(server, route, admin)
    const path = await ownPath(server, route, admin)
    const client = await freshSession(server, admin)
    const attempt = (key: string, more = {}) =>
      call(client, route, path, { ...sent, headers: { 'idempotency-key': key }, ...more })

    const first = await attempt('one')
    expect(first.status).toBe(route.status)
    const again = await attempt('one')
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    if (route.body)
      expect((await attempt('one', otherBody(route, sent))).result).toEqual([422, 'idempotency.key_reused'])
    // As if the first request were still running in a live process.
    await server.db.run(sql`
      update idempotency_keys set status = null, reply = null, process_id = (select id from processes limit 1)
      where key = 'one' and method = ${route.method} and path = ${path}`)
    expect((await attempt('one')).result).toEqual([409, 'idempotency.in_progress'])
    expect((await attempt('')).result).toEqual([400, 'idempotency.invalid_key'])
    expect((await attempt('k'.repeat(201))).result).toEqual([400, 'idempotency.invalid_key'])
  })
})
