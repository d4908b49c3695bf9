import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { anotherServer } from '#test/another-server'
import { type Answer, asSession } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { untilWaiting } from '#test/locks'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let admin: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_INVITATION_DAYS: '3' })
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const path = '/api/v1/admin/members/invitations'
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const invite = (body: object) => admin.session('POST', path, { body })
const list = async () => (await admin.session('GET', path)).body.invitations
const expire = (email: string) =>
  server.db.run(sql`update invitations set expires_at = now() where email = ${email}`)
const auditOf = async (targetId: string) => {
  const { entries } = (await admin.session('GET', '/api/v1/admin/audit')).body
  return entries.filter((entry: { targetId: string }) => entry.targetId === targetId).reverse()
}

describe('inviting', () => {
  it('returns the link and the token, valid for the configured number of days', async () => {
    const { status, body } = await invite({ email: 'Ada@Example.com' })
    expect(status).toBe(201)
    const { invitation, acceptUrl, token } = body
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(acceptUrl).toBe(`${server.url}/invitations/accept?token=${token}`)
    expect(invitation).toEqual({
      id: invitation.id,
      email: 'ada@example.com',
      role: 'member',
      invitedBy: admin.id,
      expired: false,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
    })
    const lifetime = Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)
    expect(lifetime).toBe(3 * 24 * 3600 * 1000)
  })

  it('uses the public URL in the link', async () => {
    const other = await anotherServer(server.databaseUrl, { MAILWRIGHT_BASE_URL: 'http://mail.example.com' })
    const body = { email: 'link@example.com' }
    const answer = await asSession(other.url, admin.sessionToken)('POST', path, { body })
    await other.close()
    expect(answer.body.acceptUrl).toMatch(/^http:\/\/mail\.example\.com\/invitations\/accept\?token=/)
  })

  it('is audit-logged without the token', async () => {
    const { body } = await invite({ email: 'logged@example.com', role: 'admin' })
    const [entry] = await auditOf(body.invitation.id)
    expect(entry).toMatchObject({
      action: 'invitation.created',
      actorMemberId: admin.id,
      targetKind: 'invitation',
      details: { email: 'logged@example.com', role: 'admin' },
    })
    expect(JSON.stringify(entry)).not.toContain(body.token)
  })

  it('rejects an address with a pending invitation, ignoring case', async () => {
    await invite({ email: 'pending@example.com' })
    const again = await invite({ email: 'PENDING@example.com' })
    expect(refusal(again)).toEqual([409, 'governance.invitation_exists'])
  })

  it('rejects the address of a member, even a suspended one, ignoring case', async () => {
    await createMember(server, { email: 'member@example.com' })
    await createMember(server, { email: 'Suspended@Example.com', status: 'suspended' })
    for (const email of ['Member@example.com', 'suspended@example.com'])
      expect(refusal(await invite({ email }))).toEqual([409, 'governance.member_exists'])
    const emails = (await list()).map((invitation: { email: string }) => invitation.email)
    expect(emails).not.toContain('member@example.com')
  })

  it('replaces an expired invitation', async () => {
    const first = (await invite({ email: 'late@example.com', role: 'admin' })).body
    await expire('late@example.com')
    const second = await invite({ email: 'Late@example.com' })
    expect(second.status).toBe(201)
    expect(second.body.invitation).toMatchObject({ role: 'member', expired: false })
    expect(second.body.token).not.toBe(first.token)
    const found = (await list()).filter((i: { email: string }) => i.email === 'late@example.com')
    expect(found).toEqual([second.body.invitation])
  })

  it('accepts only one of concurrent invitations of an address', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite({ email: 'race@example.com' })))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    const refused = answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.code)
    expect(new Set(refused)).toEqual(new Set(['governance.invitation_exists']))
  })

  it('rejects an address whose first invitation is being accepted', async () => {
    await invite({ email: 'accepting@example.com' })
    const tx = await server.db.begin()
    await tx.run(sql`delete from invitations where email = 'accepting@example.com'`)
    await tx.run(sql`
      insert into members (id, email, name, role)
      values (gen_random_uuid(), 'accepting@example.com', 'A', 'member')`)
    const answer = invite({ email: 'accepting@example.com' })
    await untilWaiting(server.db, 1)
    await tx.commit()
    expect(refusal(await answer)).toEqual([409, 'governance.member_exists'])
  })

  it.each([[{}], [{ email: 'nobody' }], [{ email: 'a@example.com', role: 'owner' }]])(
    'rejects %j',
    async (body) => {
      expect(refusal(await invite(body))).toEqual([400, 'request.bad_request'])
    },
  )
})

describe('listing invitations', () => {
  it('returns pending and expired ones, newest first, without tokens', async () => {
    const { token } = (await invite({ email: 'older@example.com' })).body
    await invite({ email: 'newer@example.com' })
    await expire('older@example.com')
    const answer = await admin.session('GET', path)
    const [newer, older] = answer.body.invitations
    expect([newer.email, newer.expired]).toEqual(['newer@example.com', false])
    expect([older.email, older.expired]).toEqual(['older@example.com', true])
    expect(answer.text).not.toContain(token)
  })
})

describe('withdrawing an invitation', () => {
  it('deletes it and is audit-logged', async () => {
    const { invitation } = (await invite({ email: 'gone@example.com' })).body
    const at = `${path}/${invitation.id}`
    expect((await admin.session('DELETE', at)).status).toBe(204)
    expect(refusal(await admin.session('DELETE', at))).toEqual([404, 'governance.invitation_not_found'])
    const entries = await auditOf(invitation.id)
    const details = { email: 'gone@example.com', role: 'member' }
    expect(entries.at(-1)).toMatchObject({ action: 'invitation.withdrawn', details })
    expect(entries).toHaveLength(2)
    expect((await invite({ email: 'gone@example.com' })).status).toBe(201)
  })

  it('returns 404 for an unknown one', async () => {
    for (const id of ['nope', admin.id])
      expect(refusal(await admin.session('DELETE', `${path}/${id}`))).toEqual([
        404,
        'governance.invitation_not_found',
      ])
  })
})
