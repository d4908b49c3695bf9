import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { type Answer, clientOf } from '#test/client'
import { createMember, password } from '#test/factories'
import { untilWaiting } from '#test/locks'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
beforeAll(async () => {
  // One proxy is trusted, so that each test can use its own client address.
  server = await testServer({ MAILWRIGHT_TRUST_PROXY: '1' })
})
afterAll(() => server.close())

let addresses = 0
const newAddress = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` })
type From = ReturnType<typeof newAddress>

const login = (from: From, body: object) => clientOf(server.url, from)('POST', '/api/v1/auth/login', { body })
const wrong = 'not the right password'
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const tooMany = [429, 'auth.too_many_attempts']
const fail = async (from: From, times: number) => {
  for (let i = 0; i < times; i++)
    expect(refusal(await login(from, { email: 'nobody@example.com', password: wrong }))).toEqual([
      401,
      'auth.invalid_credentials',
    ])
}

// Counts like a sign-in but needs no password hash.
const guessLinks = async (from: From, times: number) => {
  const body = { token: 'guess', name: 'X', password: 'a mule sings at dawn' }
  for (let i = 0; i < times; i++) {
    const answer = await clientOf(server.url, from)('POST', '/api/v1/auth/invitations/accept', { body })
    expect(refusal(answer)).toEqual([400, 'auth.invalid_token'])
  }
}

describe('the rate limit of sign-in attempts', () => {
  it('rejects an address after ten failures and returns Retry-After', async () => {
    const { email } = await createMember(server)
    const from = newAddress()
    await fail(from, 10)
    const answer = await login(from, { email, password })
    expect(refusal(answer)).toEqual(tooMany)
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60 + 15)
    expect((await login(newAddress(), { email, password })).status).toBe(200)
  })

  it('admits the address again after fifteen minutes', async () => {
    const { email } = await createMember(server)
    const from = newAddress()
    await guessLinks(from, 10)
    expect(refusal(await login(from, { email, password }))).toEqual(tooMany)
    await server.db.run(
      sql`update rate_windows set head = head - 61 where bucket = ${`address:signIn:${from['x-forwarded-for']}`}`,
    )
    expect((await login(from, { email, password })).status).toBe(200)
  })

  it('is shared between sign-in and password change', async () => {
    const { email, session } = await createMember(server)
    const from = newAddress()
    const change = (currentPassword: string) =>
      session('POST', '/api/v1/me/password', {
        headers: from,
        body: { currentPassword, newPassword: 'quite another staple 77' },
      })
    await fail(from, 5)
    for (let i = 0; i < 5; i++)
      expect(refusal(await change(wrong))).toEqual([403, 'auth.invalid_current_password'])
    const refused = await change(password)
    expect(refusal(refused)).toEqual(tooMany)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refusal(await login(from, { email, password }))).toEqual(tooMany)
    expect((await session('GET', '/api/v1/me', { headers: from })).status).toBe(200)
  })

  it('applies to set-up and invitation links too', async () => {
    const from = newAddress()
    await guessLinks(from, 10)
    const body = { token: 'x', name: 'X', password: 'correct horse battery' }
    const client = clientOf(server.url, from)
    const accepted = await client('POST', '/api/v1/auth/invitations/accept', { body })
    expect(refusal(accepted)).toEqual(tooMany)
    const setup = await client('POST', '/api/v1/auth/setup', { body: { ...body, email: 'x@example.com' } })
    expect(refusal(setup)).toEqual(tooMany)
  })

  it('does not count successful attempts', async () => {
    const { email } = await createMember(server)
    const from = newAddress()
    await guessLinks(from, 9)
    for (let i = 0; i < 5; i++) expect((await login(from, { email, password })).status).toBe(200)
    await fail(from, 1)
    expect(refusal(await login(from, { email, password }))).toEqual(tooMany)
  })

  it('refunds a successful attempt before it replies', async () => {
    const { email } = await createMember(server)
    const from = newAddress()
    await guessLinks(from, 1)
    let answered = false
    const answer = login(from, { email, password }).finally(() => {
      answered = true
    })
    const bucket = `address:signIn:${from['x-forwarded-for']}`
    const taken = async () => {
      const count = sql`select (select sum(n) from unnest(slots) n) as taken from rate_windows where bucket = ${bucket}`
      return (await server.db.row<{ taken: number }>(count))?.taken
    }
    while ((await taken()) !== 2) await sleep(5)
    const tx = await server.db.begin()
    await tx.run(sql`select from rate_windows where bucket = ${bucket} for update`)
    await untilWaiting(server.db, 1)
    await sleep(200)
    const early = answered
    await tx.commit()
    expect(early).toBe(false)
    expect((await answer).status).toBe(200)
    expect(await taken()).toBe(1)
  })

  it('counts an IPv6 network as one address, and IPv4 written as IPv6 as IPv4', async () => {
    const { email } = await createMember(server)
    const at = (address: string) => ({ 'x-forwarded-for': address })
    for (let i = 1; i <= 10; i++) await guessLinks(at(`2001:db8:7:7::${i}`), 1)
    expect(refusal(await login(at('2001:db8:7:7:ffff::1'), { email, password }))).toEqual(tooMany)
    expect((await login(at('2001:db8:7:8::1'), { email, password })).status).toBe(200)
    await guessLinks(at('198.51.100.9'), 5)
    await guessLinks(at('::ffff:198.51.100.9'), 5)
    expect(refusal(await login(at('198.51.100.9:4711'), { email, password }))).toEqual(tooMany)
  })

  it('does not count a new password that is refused when the current one is right', async () => {
    const { email, session } = await createMember(server)
    const from = newAddress()
    await guessLinks(from, 9)
    const change = (newPassword: string) =>
      session('POST', '/api/v1/me/password', {
        headers: from,
        body: { currentPassword: password, newPassword },
      })
    expect(refusal(await change('password1234'))).toEqual([400, 'auth.weak_password'])
    expect(refusal(await change('short'))).toEqual([400, 'request.bad_request'])
    expect((await login(from, { email, password })).status).toBe(200)
  })

  it('rejects the eleventh of concurrent attempts', async () => {
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login(from, { email: 'nobody@example.com', password: wrong })),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10)
  })
})
