import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { anotherServer } from '#test/another-server'
import { type Answer, clientOf } from '#test/client'
import { type TestServer, testServer } from '#test/server'
import { offerSetup } from './index.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_SIGN_IN: '1000' })
})
afterEach(() => server.close())

const password = 'a mule sings at dawn'
const person = { email: 'First@Example.com', name: 'First', password }
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const newToken = async () => {
  const link = await offerSetup(server.db, { url: server.url, secure: false, aliases: [] })
  return new URL(link ?? '').searchParams.get('token') ?? ''
}
const setUp = (body: object) => clientOf(server.url)('POST', '/api/v1/auth/setup', { body })
const isRequired = async () => (await clientOf(server.url)('GET', '/api/v1/auth/setup')).body.required

describe('set-up', () => {
  it('creates the first administrator with the printed link, once', async () => {
    expect(await isRequired()).toBe(true)
    const token = await newToken()
    const answer = await setUp({ token, ...person })
    expect(answer.status).toBe(201)
    const { id } = answer.body.member
    expect(answer.body.member).toEqual({
      id,
      email: 'first@example.com',
      name: 'First',
      role: 'admin',
      status: 'active',
    })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^mailwright_session=.*HttpOnly; SameSite=Lax/)
    expect(await isRequired()).toBe(false)
    const again = await setUp({ token, ...person, email: 'second@example.com' })
    expect(refusal(again)).toEqual([409, 'auth.setup_closed'])
    expect(await server.db.rows(sql`select from setup_tokens`)).toEqual([])
    const offered = await offerSetup(server.db, { url: server.url, secure: false, aliases: [] })
    expect(offered).toBeUndefined()
    const audit = await server.db.rows(sql`select action, actor_member_id, details from audit_entries`)
    const details = { email: 'first@example.com', role: 'admin', by: 'set-up' }
    expect(audit).toEqual([{ action: 'member.created', actor_member_id: id, details }])
  })

  it('rejects a wrong token and a weak password, and stays open', async () => {
    const token = await newToken()
    expect(refusal(await setUp({ token: 'guess', ...person }))).toEqual([400, 'auth.invalid_token'])
    const weak = await setUp({ token, ...person, password: 'password1234' })
    expect(refusal(weak)).toEqual([400, 'auth.weak_password'])
    const short = await setUp({ token, ...person, password: 'short' })
    expect(refusal(short)).toEqual([400, 'request.bad_request'])
    expect(await isRequired()).toBe(true)
    expect((await setUp({ token, ...person })).status).toBe(201)
  })

  it('creates one administrator from fifty concurrent requests', async () => {
    const token = await newToken()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => setUp({ token, ...person, email: `m${i}@example.com` })),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    const refused = answers.filter((answer) => answer.status !== 201)
    // The queue of password hashes is shorter than fifty.
    const full = refused.filter((answer) => answer.status === 503)
    expect(full.every((answer) => answer.headers.get('retry-after') === '2')).toBe(true)
    const late = refused.filter((answer) => answer.status !== 503)
    expect(new Set(late.map((answer) => answer.body.code))).toEqual(new Set(['auth.setup_closed']))
    expect(refused.flatMap((answer) => answer.headers.getSetCookie())).toEqual([])
    expect(await server.db.rows(sql`select from members`)).toHaveLength(1)
    expect(await server.db.rows(sql`select from sessions`)).toHaveLength(1)
  })

  it('creates the administrator named in the settings, once across processes', async () => {
    const environment = {
      MAILWRIGHT_ADMIN_EMAIL: ' Root@Example.com ',
      MAILWRIGHT_ADMIN_PASSWORD: password,
    }
    const others = await Promise.all([1, 2].map(() => anotherServer(server.databaseUrl, environment)))
    await Promise.all(others.map((other) => other.close()))
    expect(await server.db.rows(sql`select email, role from members`)).toEqual([
      { email: 'root@example.com', role: 'admin' },
    ])
    const body = { email: 'root@example.com', password }
    expect((await clientOf(server.url)('POST', '/api/v1/auth/login', { body })).status).toBe(200)
  })
})
