import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { asKey, asSession, clientOf } from '../client.ts'
import { createMember, password } from '../factories.ts'
import { type TestServer, testServer } from '../server.ts'

let base: TestServer
let child: ChildServer
const metricsToken = 'metrics-token-for-tests'

beforeAll(async () => {
  base = await testServer()
  child = await startChildServer({
    DATABASE_URL: base.databaseUrl,
    MAILWRIGHT_LOG_LEVEL: 'trace',
    MAILWRIGHT_METRICS_TOKEN: metricsToken,
  })
})
afterAll(async () => {
  await child.kill()
  await base.close()
})

describe('the log', () => {
  it('has one JSON object per line, with request ids and without secrets', async () => {
    const ada = await createMember(base)
    const nobody = clientOf(child.url)
    const signedIn = await nobody('POST', '/api/v1/auth/login', { body: { email: ada.email, password } })
    const session = /mailwright_session=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? ''
    const made = await asSession(child.url, session)('POST', '/api/v1/api-keys', {
      body: { name: 'k', scopes: ['profile:read'] },
    })
    const answer = await asKey(child.url, made.body.token)('GET', '/api/v1/me')
    await nobody('POST', '/api/v1/auth/setup', { body: { token: 'planted-setup-token-1234', password } })
    await nobody('POST', '/hooks/wf/planted-hook-token-1234', { body: { secret: 'planted-body-1234' } })
    await nobody('GET', '/setup?token=planted-link-token-1234')
    const requestId = answer.headers.get('x-request-id') ?? ''
    await expect.poll(() => child.output()).toContain(requestId)
    const lines = child
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('Mailwright is ready'))
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries.find((entry) => entry.requestId === requestId)).toMatchObject({
      method: 'GET',
      route: '/api/v1/me',
      status: 200,
      memberId: ada.id,
    })
    for (const secret of [password, session, made.body.token, 'planted-'])
      expect(child.output()).not.toContain(secret)
  })

  it("uses the caller's request id when it is well-formed", async () => {
    const client = clientOf(child.url)
    const plain = await client('GET', '/healthz', { headers: { 'x-request-id': 'trace-42' } })
    expect(plain.headers.get('x-request-id')).toBe('trace-42')
    const odd = await client('GET', '/healthz', { headers: { 'x-request-id': 'a"b{}' } })
    expect(odd.headers.get('x-request-id')).not.toBe('a"b{}')
  })
})

describe('the metrics', () => {
  it('are served in Prometheus format, only with the token', async () => {
    const client = clientOf(child.url)
    const answer = await client('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/^mailwright_http_request_seconds_bucket\{.*route="\/healthz".*\} \d+$/m)
    expect(answer.text).toMatch(/^mailwright_database_connections\{pool="api",state="open"\} \d+$/m)
    for (const headers of [{}, { authorization: 'Bearer wrong' }])
      expect((await client('GET', '/metrics', { headers })).status).toBe(404)
  })

  it('are served on a separate port if configured', async () => {
    const port = '18925'
    const other = await startChildServer({ DATABASE_URL: base.databaseUrl, MAILWRIGHT_METRICS_PORT: port })
    const answer = await clientOf(`http://127.0.0.1:${port}`)('GET', '/metrics')
    expect([answer.status, answer.text.includes('mailwright_live_clients')]).toEqual([200, true])
    expect((await clientOf(other.url)('GET', '/metrics')).status).toBe(404)
    expect(await other.stop()).toBe(0)
  })
})

describe('stopping', () => {
  it('lets running requests finish', async () => {
    const ada = await createMember(base)
    const other = await startChildServer({ DATABASE_URL: base.databaseUrl })
    await base.db.run(sql`
      create or replace function be_slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1); return new; end $$`)
    await base.db.run(sql`create trigger slow before insert on signatures execute function be_slow()`)
    const session = asSession(other.url, ada.sessionToken)
    const answer = session('POST', '/api/v1/signatures', { body: { name: 'Slow' } })
    await expect
      .poll(() => base.db.row(sql`select from pg_stat_activity where wait_event = 'PgSleep'`))
      .toBeDefined()
    const stopped = other.stop()
    expect((await answer).status).toBe(201)
    expect(await stopped).toBe(0)
    await base.db.run(sql`drop trigger slow on signatures`)
  })
})
