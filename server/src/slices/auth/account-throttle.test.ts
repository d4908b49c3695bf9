import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { type Answer, clientOf } from '#test/client'
import { createMember, password } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_TRUST_PROXY: '1', MAILWRIGHT_LIMIT_SIGN_IN_PER_ACCOUNT: '4' })
})
afterAll(() => server.close())

let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`
type Credentials = { email: string; password: string }
const login = (from: string, body: Credentials, cookie = '') =>
  clientOf(server.url, { 'x-forwarded-for': from, ...(cookie && { cookie }) })('POST', '/api/v1/auth/login', {
    body,
  })
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const wrongPassword = [401, 'auth.invalid_credentials']
const tooMany = [429, 'auth.too_many_attempts']
const deviceOf = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .find((one) => one.startsWith('mailwright_device='))
    ?.split(';')[0] ?? ''

/** Guesses from a new address each time. */
async function attack(email: string, times: number) {
  const answers = []
  for (let i = 0; i < times; i++)
    answers.push(refusal(await login(newAddress(), { email, password: 'not the right password' })))
  return answers
}

describe('guessing the password of one account from many addresses', () => {
  it('is slowed down, with a time to wait', async () => {
    const { email } = await createMember(server)
    expect(await attack(email, 4)).toEqual(Array.from({ length: 4 }, () => wrongPassword))
    const refused = await login(newAddress(), { email: email.toUpperCase(), password })
    expect(refusal(refused)).toEqual(tooMany)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('does not tell whether the account exists', async () => {
    expect(await attack('nobody@example.com', 5)).toEqual([
      ...Array.from({ length: 4 }, () => wrongPassword),
      tooMany,
    ])
  })

  it('cannot lock the member out of an address or a browser that has signed in before', async () => {
    const { email } = await createMember(server)
    const home = newAddress()
    const first = await login(home, { email, password })
    expect(first.status).toBe(200)
    const device = deviceOf(first)
    expect(device).toMatch(/^mailwright_device=[\w-]{43}$/)
    expect((await attack(email, 5)).at(-1)).toEqual(tooMany)
    expect((await login(home, { email, password })).status).toBe(200)
    const elsewhere = await login(newAddress(), { email, password }, device)
    expect([elsewhere.status, deviceOf(elsewhere)]).toEqual([200, device])
    const forged = 'mailwright_device=forged'
    expect(refusal(await login(newAddress(), { email, password }, forged))).toEqual(tooMany)
  })

  it('does not count for the member who knows the password', async () => {
    const { email } = await createMember(server)
    for (let i = 0; i < 6; i++) expect((await login(newAddress(), { email, password })).status).toBe(200)
  })

  it('gains nothing from the browser of another member', async () => {
    const eve = await createMember(server)
    const { email } = await createMember(server)
    const device = deviceOf(await login(newAddress(), { email: eve.email, password }))
    await attack(email, 4)
    expect(refusal(await login(newAddress(), { email, password }, device))).toEqual(tooMany)
  })

  it('keeps a bounded number of places per member', async () => {
    const { id, email } = await createMember(server)
    await server.db.run(sql`
      insert into sign_in_sources (member_id, source, last_used_at)
      select ${id}, sha256(n::text::bytea), now() - interval '1 day' from generate_series(1, 80) n`)
    expect((await login(newAddress(), { email, password })).status).toBe(200)
    const kept = await server.db.row(sql`select count(*) as n from sign_in_sources where member_id = ${id}`)
    expect(kept).toEqual({ n: 50 })
  })
})
