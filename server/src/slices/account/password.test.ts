import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { type Answer, asSession, clientOf } from '#test/client'
import { createMember, createSession, password, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_SIGN_IN: '1000' })
})
afterAll(() => server.close())

const newPassword = 'a mule sings at dawn'
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const change = (member: TestMember, body: object = {}) =>
  member.session('POST', '/api/v1/me/password', { body: { currentPassword: password, newPassword, ...body } })
const login = async ({ email }: TestMember, given: string) =>
  (await clientOf(server.url)('POST', '/api/v1/auth/login', { body: { email, password: given } })).status
const withAnotherSession = async () => {
  const member = await createMember(server)
  const { token } = await createSession(server.db, member.id)
  const other = asSession(server.url, token)
  return { member, readByOther: async () => (await other('GET', '/api/v1/me')).status }
}

describe('changing my password', () => {
  it('replaces the password, ends the other sessions and keeps this one', async () => {
    const { member, readByOther } = await withAnotherSession()
    expect(await readByOther()).toBe(200)
    const answer = await change(member)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await readByOther()).toBe(401)
    expect((await member.session('GET', '/api/v1/me')).status).toBe(200)
    expect(await login(member, password)).toBe(401)
    expect(await login(member, newPassword)).toBe(200)
  })

  it('keeps the other sessions on request', async () => {
    const { member, readByOther } = await withAnotherSession()
    expect((await change(member, { revokeOtherSessions: false })).status).toBe(204)
    expect(await readByOther()).toBe(200)
    expect((await member.session('GET', '/api/v1/me')).status).toBe(200)
  })

  it('does not end sessions of other members', async () => {
    const bob = await createMember(server)
    await change(await createMember(server))
    expect((await bob.session('GET', '/api/v1/me')).status).toBe(200)
  })

  it('is audit-logged without either password', async () => {
    const { member } = await withAnotherSession()
    const admin = await createMember(server, { role: 'admin' })
    await change(member)
    const { entries } = (await admin.session('GET', '/api/v1/admin/audit?action=member.password_changed'))
      .body
    expect(entries[0]).toMatchObject({
      actorMemberId: member.id,
      targetKind: 'member',
      targetId: member.id,
      details: { sessionsRevoked: 1 },
    })
    expect(JSON.stringify(entries)).not.toContain('mule')
  })

  it('rejects a wrong current password before checking the new one, and keeps the session', async () => {
    const { member, readByOther } = await withAnotherSession()
    for (const weakOrNot of ['password1234', newPassword]) {
      const answer = await change(member, { currentPassword: 'not this one', newPassword: weakOrNot })
      expect(refusal(answer)).toEqual([403, 'auth.invalid_current_password'])
    }
    expect((await member.session('GET', '/api/v1/me')).status).toBe(200)
    expect(await readByOther()).toBe(200)
    expect(await login(member, password)).toBe(200)
  })

  it('rejects a weak password and one similar to the name or address', async () => {
    const member = await createMember(server, { name: 'Wilhelmina', email: 'grasshopper@example.com' })
    for (const weak of ['password1234', 'wilhelmina12', 'grasshopper!!', 'aaaaaaaaaaaaa'])
      expect(refusal(await change(member, { newPassword: weak }))).toEqual([400, 'auth.weak_password'])
    expect(await login(member, password)).toBe(200)
  })

  it('rejects a member without a password', async () => {
    const member = await createMember(server)
    await server.db.run(sql`update members set password_hash = null where id = ${member.id}`)
    expect(refusal(await change(member))).toEqual([401, 'auth.invalid_credentials'])
  })

  it.each([
    [{ newPassword: 'elevenchars' }],
    [{ newPassword: 'x'.repeat(257) }],
    [{ currentPassword: '' }],
    [{ revokeOtherSessions: 'yes' }],
    [{ more: 1 }],
  ])('rejects a body with %j', async (body) => {
    expect(refusal(await change(await createMember(server), body))).toEqual([400, 'request.bad_request'])
  })

  it('accepts only one of two concurrent changes', async () => {
    const member = await createMember(server)
    const passwords = ['an owl reads by night', 'a carp walks at noon']
    const answers = await Promise.all(passwords.map((next) => change(member, { newPassword: next })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 403])
    const won = answers.findIndex((answer) => answer.status === 204)
    expect(await login(member, passwords[won] ?? '')).toBe(200)
    expect(await login(member, passwords[1 - won] ?? '')).toBe(401)
  })
})
