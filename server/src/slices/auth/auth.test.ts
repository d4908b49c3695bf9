import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { anotherServer } from '#test/another-server'
import { type Answer, asSession, clientOf } from '#test/client'
import { createMember, password } from '#test/factories'
import { untilWaiting } from '#test/locks'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_SIGN_IN: '1000' })
})
afterAll(() => server.close())

const login = (body: object, url = server.url) => clientOf(url)('POST', '/api/v1/auth/login', { body })
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const tokenOf = (answer: Answer) => /session=([^;]*)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1] ?? ''

describe('signing in', () => {
  it('opens a session and returns the member', async () => {
    const { id, email, name } = await createMember(server)
    const answer = await login({ email, password })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ member: { id, email, name, role: 'member', status: 'active' } })
    const me = await asSession(server.url, tokenOf(answer))('GET', '/api/v1/me')
    expect(me.body.member.id).toBe(id)
  })

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const { email } = await createMember(server)
    const [cookie, device, ...more] = (await login({ email, password })).headers.getSetCookie()
    expect(more).toEqual([])
    expect(device).toMatch(/^mailwright_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    expect(cookie).toMatch(/^mailwright_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
  })

  it('binds the cookie to https and the host when the public URL is https', async () => {
    const secure = await anotherServer(server.databaseUrl, {
      MAILWRIGHT_BASE_URL: 'https://mail.example.com',
    })
    try {
      const { email } = await createMember(server)
      const answer = await login({ email, password }, secure.url)
      const [cookie] = answer.headers.getSetCookie()
      expect(cookie).toMatch(
        /^__Host-mailwright_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
      )
      const token = tokenOf(answer)
      const plain = await asSession(secure.url, token)('GET', '/api/v1/me')
      expect(refusal(plain)).toEqual([401, 'auth.unauthenticated'])
      const client = clientOf(secure.url, { cookie: `__Host-mailwright_session=${token}` })
      expect((await client('GET', '/api/v1/me')).status).toBe(200)
    } finally {
      await secure.close()
    }
  })

  it('ignores case and surrounding blanks of the address', async () => {
    const { email } = await createMember(server)
    expect((await login({ email: ` ${email.toUpperCase()} `, password })).status).toBe(200)
  })

  it('opens a new session each time', async () => {
    const { email } = await createMember(server)
    const tokens = [tokenOf(await login({ email, password })), tokenOf(await login({ email, password }))]
    expect(new Set(tokens).size).toBe(2)
  })

  it('returns the same error for an unknown address, a wrong password, a suspended member and one without a password', async () => {
    const known = await createMember(server)
    const suspended = await createMember(server, { status: 'suspended' })
    const passwordless = await createMember(server)
    await server.db.run(sql`update members set password_hash = null where id = ${passwordless.id}`)
    const answers = [
      await login({ email: known.email, password: 'not the right password' }),
      await login({ email: 'nobody@example.com', password }),
      await login({ email: suspended.email, password }),
      await login({ email: passwordless.email, password }),
    ]
    expect(refusal(answers[0] as Answer)).toEqual([401, 'auth.invalid_credentials'])
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([])
  })

  it('takes as long for an unknown address as for a wrong password', async () => {
    const { email } = await createMember(server)
    const wrong = 'not the right password'
    const timed = async (body: object) => {
      const start = performance.now()
      await login(body)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 5; i++) {
      known.push(await timed({ email, password: wrong }))
      unknown.push(await timed({ email: 'nobody@example.com', password: wrong }))
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2)
  })

  it('rejects an invalid body', async () => {
    expect(refusal(await login({ email: 'a@example.com' }))).toEqual([400, 'request.bad_request'])
  })

  it.each([
    ['is suspended', sql`status = 'suspended'`],
    ['gets another password', sql`password_hash = 'changed'`],
  ])('opens no session for a member who %s while the password is being checked', async (_, change) => {
    const { id, email } = await createMember(server)
    const tx = await server.db.begin()
    await tx.run(sql`update members set ${change} where id = ${id}`)
    const answer = login({ email, password })
    await untilWaiting(server.db, 1)
    await tx.run(sql`delete from sessions where member_id = ${id}`)
    await tx.commit()
    expect(refusal(await answer)).toEqual([401, 'auth.invalid_credentials'])
    expect(await server.db.rows(sql`select from sessions where member_id = ${id}`)).toEqual([])
  })

  it('rehashes a password that was hashed with other parameters', async () => {
    const { id, email } = await createMember(server)
    const weaker = '$argon2id$v=19$m=1024,t=1,p=1$'
    const { argon2Sync, randomBytes } = await import('node:crypto')
    const nonce = randomBytes(16)
    const cost = { memory: 1024, passes: 1, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost })
    const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const old = `${weaker}${unpadded(nonce)}$${unpadded(tag)}`
    await server.db.run(sql`update members set password_hash = ${old} where id = ${id}`)
    expect((await login({ email, password })).status).toBe(200)
    const found = await server.db.row<{ hash: string }>(
      sql`select password_hash as hash from members where id = ${id}`,
    )
    expect(found?.hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$/)
    expect((await login({ email, password })).status).toBe(200)
  })
})

describe('signing out', () => {
  it('ends the session and clears the cookie', async () => {
    const { session } = await createMember(server)
    const answer = await session('POST', '/api/v1/auth/logout')
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^mailwright_session=; .*Max-Age=0$/)
    expect(refusal(await session('GET', '/api/v1/me'))).toEqual([401, 'auth.unauthenticated'])
    expect(refusal(await session('POST', '/api/v1/auth/logout'))).toEqual([401, 'auth.unauthenticated'])
  })

  it('rejects keys', async () => {
    const key = await (await createMember(server)).key('profile:*')
    expect(refusal(await key('POST', '/api/v1/auth/logout'))).toEqual([403, 'api_key.session_required'])
  })
})

describe('a session', () => {
  const age = (id: string, column: 'seen' | 'end', by: string) =>
    server.db.run(
      column === 'seen'
        ? sql`update sessions set last_seen_at = now() - ${by}::interval where id = ${id}`
        : sql`update sessions set expires_at = now() + ${by}::interval where id = ${id}`,
    )

  it('expires after twelve idle hours', async () => {
    const { session, sessionId } = await createMember(server)
    await age(sessionId, 'seen', '11:59:00')
    expect((await session('GET', '/api/v1/me')).status).toBe(200)
    await age(sessionId, 'seen', '12:00:01')
    expect(refusal(await session('GET', '/api/v1/me'))).toEqual([401, 'auth.unauthenticated'])
  })

  it('stays alive while it is used', async () => {
    const { session, sessionId } = await createMember(server)
    for (let i = 0; i < 3; i++) {
      await age(sessionId, 'seen', '11:00:00')
      expect((await session('GET', '/api/v1/me')).status).toBe(200)
      const seen = await server.db.row(
        sql`select from sessions where id = ${sessionId} and last_seen_at > now() - interval '1 minute'`,
      )
      expect(seen).toBeDefined()
    }
  })

  it('expires thirty days after it was opened, even when used', async () => {
    const { id, email } = await createMember(server)
    await server.db.run(sql`delete from sessions where member_id = ${id}`)
    const session = asSession(server.url, tokenOf(await login({ email, password })))
    const found = await server.db.row<{ id: string; days: number }>(sql`
      select id, extract(day from expires_at - created_at)::int as days from sessions where member_id = ${id}`)
    expect(found?.days).toBe(30)
    await age(found?.id ?? '', 'end', '1 second')
    await age(found?.id ?? '', 'seen', '5 minutes')
    expect((await session('GET', '/api/v1/me')).status).toBe(200)
    await age(found?.id ?? '', 'end', '0 seconds')
    expect(refusal(await session('GET', '/api/v1/me'))).toEqual([401, 'auth.unauthenticated'])
  })
})
