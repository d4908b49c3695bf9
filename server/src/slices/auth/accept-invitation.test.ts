import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { type Answer, clientOf } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let admin: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_SIGN_IN: '1000' })
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const password = 'a mule sings at dawn'
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const invite = async (email: string, role = 'member'): Promise<string> => {
  const created = await admin.session('POST', '/api/v1/admin/members/invitations', { body: { email, role } })
  expect(created.status).toBe(201)
  return created.body.token
}
const accept = (body: object) => clientOf(server.url)('POST', '/api/v1/auth/invitations/accept', { body })

describe('accepting an invitation', () => {
  it('creates a member with the invited address and role, and signs in', async () => {
    const token = await invite('New@Example.com', 'admin')
    const answer = await accept({ token, name: 'New', password })
    expect(answer.status).toBe(201)
    const { id } = answer.body.member
    expect(answer.body.member).toEqual({
      id,
      email: 'new@example.com',
      name: 'New',
      role: 'admin',
      status: 'active',
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const me = await clientOf(server.url, { cookie })('GET', '/api/v1/me')
    expect(me.body.member.id).toBe(id)
    const list = await admin.session('GET', '/api/v1/admin/members/invitations')
    expect(list.body.invitations.map((i: { email: string }) => i.email)).not.toContain('new@example.com')
    const audit = await admin.session('GET', '/api/v1/admin/audit?action=invitation.accepted')
    expect(audit.body.entries[0]).toMatchObject({ actorMemberId: id, targetId: id })
  })

  it('works once', async () => {
    const token = await invite('once@example.com')
    expect((await accept({ token, name: 'Once', password })).status).toBe(201)
    expect(refusal(await accept({ token, name: 'Twice', password }))).toEqual([400, 'auth.invalid_token'])
  })

  it('succeeds for only one of two concurrent requests', async () => {
    const token = await invite('race@example.com')
    const answers = await Promise.all([1, 2, 3, 4].map((n) => accept({ token, name: `R${n}`, password })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400])
    const members = await server.db.rows(sql`select from members where email = 'race@example.com'`)
    expect(members).toHaveLength(1)
  })

  it('returns the same error for unknown, expired and withdrawn invitations', async () => {
    const expired = await invite('late@example.com')
    await server.db.run(sql`update invitations set expires_at = now() where email = 'late@example.com'`)
    const withdrawn = await invite('gone@example.com')
    await server.db.run(sql`delete from invitations where email = 'gone@example.com'`)
    for (const token of ['unknown', expired, withdrawn]) {
      const answer = await accept({ token, name: 'X', password })
      expect(refusal(answer)).toEqual([400, 'auth.invalid_token'])
    }
  })

  it('rejects a weak password and keeps the invitation', async () => {
    const token = await invite('weak.person@example.com')
    const weak = await accept({ token, name: 'X', password: 'weakperson2026' })
    expect(refusal(weak)).toEqual([400, 'auth.weak_password'])
    expect((await accept({ token, name: 'X', password })).status).toBe(201)
  })

  it('rejects an address that has become a member meanwhile', async () => {
    const token = await invite('both@example.com')
    await createMember(server, { email: 'both@example.com' })
    const answer = await accept({ token, name: 'X', password })
    expect(refusal(answer)).toEqual([409, 'governance.member_exists'])
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})
