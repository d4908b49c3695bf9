import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, clientOf } from '#test/client'
import { createMember, createSession, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let admin: TestMember
let boss: TestMember
beforeAll(async () => {
  server = await testServer()
  admin = await createMember(server, { role: 'admin' })
  boss = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const path = '/api/v1/admin/members'
const unknown = '01890000-0000-7000-8000-000000000000'
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const change = (id: string, role: string) => admin.session('PATCH', `${path}/${id}`, { body: { role } })
const deactivate = (id: string) => admin.session('POST', `${path}/${id}/deactivate`)
const reactivate = (id: string) => admin.session('POST', `${path}/${id}/reactivate`)
const auditOf = async (targetId: string) => {
  const { entries } = (await admin.session('GET', '/api/v1/admin/audit')).body
  return entries
    .filter((entry: { targetId: string }) => entry.targetId === targetId)
    .map(({ action, actorMemberId, targetKind, details }: Record<string, unknown>) => {
      expect([actorMemberId, targetKind]).toEqual([admin.id, 'member'])
      return { action, details }
    })
    .reverse()
}

describe('members', () => {
  it('are listed for administrators with all fields, newest first', async () => {
    const ada = await createMember(server, { name: 'Ada' })
    const { status, body } = await admin.session('GET', path)
    expect(status).toBe(200)
    expect(body.members[0]).toEqual({
      id: ada.id,
      email: ada.email,
      name: 'Ada',
      role: 'member',
      status: 'active',
      mailboxCount: 0,
      publishedWorkflowCount: 0,
      createdAt: body.members[0].createdAt,
    })
    expect(body.members.at(-1).id).toBe(admin.id)
  })

  it.each([
    ['GET', path, undefined, 'admin:read'],
    ['PATCH', `${path}/${unknown}`, { role: 'admin' }, 'admin:write'],
    ['POST', `${path}/${unknown}/deactivate`, undefined, 'admin:write'],
    ['POST', `${path}/${unknown}/reactivate`, undefined, 'admin:write'],
    ['GET', `${path}/invitations`, undefined, 'admin:read'],
    ['POST', `${path}/invitations`, { email: 'x@example.com' }, 'admin:write'],
    ['DELETE', `${path}/invitations/${unknown}`, undefined, 'admin:write'],
  ])('%s %s requires an administrator and, of a key, the scope', async (method, at, body, required) => {
    const sent = body ? { body } : {}
    expect(refusal(await clientOf(server.url)(method, at, sent))).toEqual([401, 'auth.unauthenticated'])
    const { session } = await createMember(server)
    expect(refusal(await session(method, at, sent))).toEqual([403, 'auth.forbidden'])
    const key = await admin.key(required === 'admin:read' ? 'admin:write' : 'admin:read')
    const answer = await key(method, at, sent)
    expect(refusal(answer)).toEqual([403, 'api_key.scope_missing'])
    expect(answer.body.details.required).toBe(required)
  })

  it.each(['nope', unknown])('returns 404 for the member %s', async (id) => {
    const notFound = [404, 'governance.not_found']
    expect(refusal(await change(id, 'admin'))).toEqual(notFound)
    expect(refusal(await deactivate(id))).toEqual(notFound)
    expect(refusal(await reactivate(id))).toEqual(notFound)
  })
})

describe('changing a role', () => {
  it('takes effect from the next request on and is audit-logged', async () => {
    const ada = await createMember(server)
    expect((await ada.session('GET', path)).status).toBe(403)
    const promoted = await change(ada.id, 'admin')
    expect(promoted.status).toBe(200)
    expect(promoted.body.member).toMatchObject({ id: ada.id, role: 'admin', mailboxCount: 0 })
    expect((await ada.session('GET', path)).status).toBe(200)
    expect((await change(ada.id, 'member')).body.member.role).toBe('member')
    expect((await ada.session('GET', path)).status).toBe(403)
    expect(await auditOf(ada.id)).toEqual([
      { action: 'member.role_changed', details: { from: 'member', to: 'admin' } },
      {
        action: 'member.role_changed',
        details: {
          from: 'admin',
          to: 'member',
          ended: { invitationsWithdrawn: 0, keysNarrowed: 0, approvalsReassigned: 0 },
        },
      },
    ])
  })

  it('to the current role changes nothing and logs nothing', async () => {
    const ada = await createMember(server)
    const answer = await change(ada.id, 'member')
    expect([answer.status, answer.body.member.role]).toEqual([200, 'member'])
    expect(await auditOf(ada.id)).toEqual([])
  })

  it('rejects unknown roles, and validates the body before the id', async () => {
    expect(refusal(await change('nope', 'owner'))).toEqual([400, 'request.bad_request'])
    const empty = await admin.session('PATCH', `${path}/${boss.id}`, { body: {} })
    expect(refusal(empty)).toEqual([400, 'request.bad_request'])
  })

  it('works with a key, and is logged as its member', async () => {
    const ada = await createMember(server)
    const key = await admin.key('admin:*')
    const answer = await key('PATCH', `${path}/${ada.id}`, { body: { role: 'admin' } })
    expect(answer.status).toBe(200)
    expect(await auditOf(ada.id)).toHaveLength(1)
  })
})

describe('deactivating', () => {
  it('ends the sessions, counts them, and is audit-logged', async () => {
    const ada = await createMember(server)
    await createSession(server.db, ada.id)
    const answer = await deactivate(ada.id)
    const effects = { sessionsRevoked: 2, mailboxesPaused: 0, workflowsUnpublished: 0 }
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ member: { id: ada.id, status: 'suspended' }, effects })
    expect(refusal(await ada.session('GET', '/api/v1/me'))).toEqual([401, 'auth.unauthenticated'])
    const ended = { executionsCancelled: 0, mailHeld: 0, invitationsWithdrawn: 0, approvalsReassigned: 0 }
    expect(await auditOf(ada.id)).toEqual([{ action: 'member.deactivated', details: { effects, ended } }])
  })

  it('is idempotent', async () => {
    const ada = await createMember(server)
    await deactivate(ada.id)
    const again = await deactivate(ada.id)
    expect(again.status).toBe(200)
    expect(again.body.member.status).toBe('suspended')
    expect(again.body.effects).toEqual({ sessionsRevoked: 0, mailboxesPaused: 0, workflowsUnpublished: 0 })
    expect(await auditOf(ada.id)).toHaveLength(1)
  })

  it('rejects oneself, ignoring the case of the id', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()])
      expect(refusal(await deactivate(id))).toEqual([409, 'governance.self_target'])
    expect((await admin.session('GET', '/api/v1/me')).body.member.status).toBe('active')
  })
})

describe('reactivating', () => {
  it('lets the member sign in again, without restoring old sessions', async () => {
    const ada = await createMember(server)
    await deactivate(ada.id)
    const answer = await reactivate(ada.id)
    expect(answer.status).toBe(200)
    expect(answer.body.member).toMatchObject({ id: ada.id, status: 'active' })
    expect((await ada.session('GET', '/api/v1/me')).status).toBe(401)
    const actions = (await auditOf(ada.id)).map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(['member.deactivated', 'member.reactivated'])
  })

  it('an active member changes nothing and logs nothing', async () => {
    const ada = await createMember(server)
    const answer = await reactivate(ada.id)
    expect([answer.status, answer.body.member.status]).toEqual([200, 'active'])
    expect((await ada.session('GET', '/api/v1/me')).status).toBe(200)
    expect(await auditOf(ada.id)).toEqual([])
  })
})
