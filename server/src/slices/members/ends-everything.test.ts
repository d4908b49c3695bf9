import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { newId } from '#platform/ids/ids'
import { createLink } from '#test/approval-links'
import { asSession, clientOf } from '#test/client'
import { createKey, createMember, createSession, type TestMember } from '#test/factories'
import { untilWaiting } from '#test/locks'
import { createTestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { chainOf } from '../executions/fixtures/graphs.ts'
import {
  eventually,
  finished,
  hook,
  publish,
  stepsOf,
  waiting,
  workerRole,
} from '../executions/fixtures/run-workflow.ts'

let server: TestServer
let admin: TestMember
let ada: TestMember
beforeAll(async () => {
  server = await testServer(workerRole)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server?.close())
beforeEach(async () => {
  ada = await createMember(server)
})

const act = (member: TestMember, what: 'deactivate' | 'reactivate') =>
  admin.session('POST', `/api/v1/admin/members/${member.id}/${what}`)
const suspend = async (member: TestMember) => {
  const answer = await act(member, 'deactivate')
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const setStatus = (member: TestMember, status: 'active' | 'suspended') =>
  server.db.run(sql`update members set status = ${status} where id = ${member.id}`)
const statusOf = async (id: string) =>
  (await server.db.row<{ status: string }>(sql`select status from executions where id = ${id}`))?.status
/** How often a run was claimed. Cancelling, which the job of every minute may do at any moment, adds an epoch as well. */
const claimsOf = async (id: string) =>
  (
    await server.db.row<{ claims: number }>(sql`
      select epoch - (status = 'cancelled')::int as claims from executions where id = ${id}`)
  )?.claims
const endedOf = async (member: TestMember) => {
  const { entries } = (await admin.session('GET', '/api/v1/admin/audit?limit=200')).body
  return entries.find(
    (one: { action: string; targetId: string }) =>
      one.action === 'member.deactivated' && one.targetId === member.id,
  )?.details.ended
}

const waitGraph = (approvers?: string) =>
  chainOf({
    hook: ['trigger.webhook'],
    ask: ['human.approval', { title: 'Go on?', ...(approvers ? { approvers } : {}) }],
  })

/** Inserts a run without an owner, like a given one. */
async function insertOpen(like: string) {
  const id = newId()
  await server.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into executions (id, member_id, workflow_id, version_id, trigger_node_id, trigger_type)
      select ${id}, member_id, workflow_id, version_id, trigger_node_id, trigger_type
      from executions where id = ${like}`)
    await tx.run(sql`insert into execution_parts (execution_id, part, content) values (${id}, 0, '{}')`)
  })
  return id
}

describe('the suspension of a member', () => {
  it('cancels waiting and queued runs and ends their approvals and webhooks', async () => {
    const workflowId = await publish(ada, waitGraph())
    const { token } = (await ada.session('POST', `/api/v1/workflows/${workflowId}/webhook`)).body
    const call = () => clientOf(server.url)('POST', `/hooks/wf/${token}`, { body: {} })
    const { executionId } = (await call()).body
    await waiting(ada, executionId)
    await suspend(ada)
    expect(await statusOf(executionId)).toBe('cancelled')
    const approval = await server.db.row(
      sql`select status from approvals where execution_id = ${executionId}`,
    )
    expect(approval).toEqual({ status: 'expired' })
    expect((await call()).status).toBe(404)
    expect(await endedOf(ada)).toMatchObject({ executionsCancelled: 1 })
    await act(ada, 'reactivate')
    expect([await statusOf(executionId), (await call()).status]).toEqual(['cancelled', 404])
  })

  it('lets no run be claimed that was inserted at the same moment', async () => {
    const call = await hook(server, ada, await publish(ada, waitGraph()))
    const known = await call({})
    await waiting(ada, known)
    await setStatus(ada, 'suspended')
    const before = await claimsOf(known)
    // Neither a new run nor one that wakes up: as if both had missed the statement that cancels.
    const late = await insertOpen(known)
    await server.db.run(sql`update executions set wake_at = now(), calls = calls + 1 where id = ${known}`)
    // A run of another member, inserted in the same way and later, is claimed.
    const bob = await createMember(server)
    const other = await hook(server, bob, await publish(bob, chainOf({ hook: ['trigger.webhook'] })))
    await finished(bob, await insertOpen(await other({})))
    expect([await claimsOf(late), await claimsOf(known)]).toEqual([0, before])
    await server.db.run(sql`select from graphile_worker.add_job('executions.end-suspended')`)
    await expect
      .poll(async () => [await statusOf(late), await statusOf(known)], eventually)
      .toEqual(['cancelled', 'cancelled'])
  })

  it('lets a run that was claimed at the same moment have no further effect', async () => {
    const graph = chainOf({
      hook: ['trigger.webhook'],
      first: ['human.notify', { title: 'First' }],
      second: ['human.notify', { title: 'Second' }],
    })
    const call = await hook(server, ada, await publish(ada, graph))
    const tx = await server.db.begin()
    await tx.run(sql`lock table notifications in share row exclusive mode`)
    const id = await call({})
    await untilWaiting(server.db, 1)
    // As if the run had missed the statement that cancels.
    await setStatus(ada, 'suspended')
    await tx.commit()
    const titles = async () =>
      (
        await server.db.rows<{ title: string }>(sql`
          select params ->> 'title' as title from notifications where member_id = ${ada.id}`)
      ).map(({ title }) => title)
    await expect.poll(titles, eventually).toEqual(['First'])
    await server.db.run(sql`select from graphile_worker.add_job('executions.end-suspended')`)
    await expect.poll(() => statusOf(id), eventually).toBe('cancelled')
    expect(await titles()).toEqual(['First'])
  })

  it('holds delayed mail until the member releases it', async () => {
    const { id: mailboxId } = await createTestMailbox(server.db, ada.id)
    const mail = { to: ['bob@example.net'], subject: 'Later', bodyText: 'x', mailboxId, clientToken: newId() }
    const first = await ada.session('POST', '/api/v1/messages/send', { body: mail })
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    await server.db.run(sql`
      update outgoing_messages set send_status = 'pending', send_after = now() + interval '1 hour'
      where id = ${first.body.opId}`)
    await suspend(ada)
    const state = () =>
      server.db.row(sql`
        select send_status, held_by, send_error_kind from outgoing_messages where id = ${first.body.opId}`)
    const held = { send_status: 'held', held_by: 'suspension', send_error_kind: 'member_suspended' }
    expect(await state()).toEqual(held)
    expect(await endedOf(ada)).toMatchObject({ mailHeld: 1 })
    await act(ada, 'reactivate')
    await server.db.run(sql`select from graphile_worker.add_job('sending.sweep')`)
    const back = asSession(server.url, (await createSession(server.db, ada.id)).token)
    // The mailbox is disconnected: the mail could not leave.
    await back('PUT', `/api/v1/mailboxes/${mailboxId}/sending`, { body: { enabled: true } })
    expect(await state()).toEqual(held)
    await server.db.run(sql`update mailboxes set status = 'active' where id = ${mailboxId}`)
    const on = await back('PUT', `/api/v1/mailboxes/${mailboxId}/sending`, { body: { enabled: true } })
    expect(on.status).toBe(200)
    expect(await state()).toMatchObject({ send_status: 'pending', held_by: null })
  })

  it('lets no mail leave that was queued at the same moment', async () => {
    const { id: mailboxId } = await createTestMailbox(server.db, ada.id)
    await setStatus(ada, 'suspended')
    const on = await server.db.row(sql`select sending_is_on(${mailboxId}) as on`)
    expect(on).toEqual({ on: false })
  })

  it('withdraws the invitations of the member', async () => {
    const eve = await createMember(server, { role: 'admin' })
    const invited = await eve.session('POST', '/api/v1/admin/members/invitations', {
      body: { email: `new-${newId()}@example.com`, role: 'admin' },
    })
    expect(invited.status).toBe(201)
    await suspend(eve)
    const accepted = await clientOf(server.url)('POST', '/api/v1/auth/invitations/accept', {
      body: { token: invited.body.token, name: 'New', password: 'a mule sings at dawn' },
    })
    expect([accepted.status, accepted.body.code]).toEqual([400, 'auth.invalid_token'])
    expect(await endedOf(eve)).toMatchObject({ invitationsWithdrawn: 1 })
  })

  it('passes approvals that wait for the member on to an administrator', async () => {
    const bob = await createMember(server)
    const call = await hook(server, bob, await publish(bob, waitGraph(ada.email)))
    const id = await call({})
    await waiting(bob, id)
    const { approve } = await createLink(server.db, id, ada.email)
    await suspend(ada)
    expect((await fetch(`${server.url}${approve}`, { method: 'POST' })).status).toBe(404)
    const { approvals } = (await admin.session('GET', '/api/v1/approvals')).body
    const mine = approvals.find((one: { executionId: string }) => one.executionId === id)
    const decided = await admin.session('POST', `/api/v1/approvals/${mine?.id}/decide`, {
      body: { decision: 'approve' },
    })
    expect([decided.status, decided.body.approval?.decidedBy]).toEqual([200, admin.email])
    expect(stepsOf(await finished(bob, id)).ask).toMatchObject({ output: 'approved' })
  })

  it('asks an administrator instead of a member who is already suspended', async () => {
    await suspend(ada)
    const bob = await createMember(server)
    const call = await hook(server, bob, await publish(bob, waitGraph(ada.email)))
    const id = await call({})
    await waiting(bob, id)
    const approvers = await server.db.rows(sql`
      select l.approver, l.substitute from approval_links l join approvals a on a.id = l.approval_id
      where a.execution_id = ${id}`)
    expect(approvers).toEqual([{ approver: admin.email, substitute: true }])
  })
})

describe('the demotion of an administrator', () => {
  const demote = async (member: TestMember) => {
    const answer = await admin.session('PATCH', `/api/v1/admin/members/${member.id}`, {
      body: { role: 'member' },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }

  it('ends invitations and the scopes of keys, also for a later promotion', async () => {
    const eve = await createMember(server, { role: 'admin' })
    const both = await createKey(server.db, eve.id, ['admin:*', 'profile:read'])
    const only = await createKey(server.db, eve.id, ['admin:write'])
    await eve.session('POST', '/api/v1/admin/members/invitations', {
      body: { email: `new-${newId()}@example.com`, role: 'admin' },
    })
    await demote(eve)
    const left = await server.db.rows(sql`select from invitations where invited_by = ${eve.id}`)
    expect(left).toEqual([])
    const keys = await server.db.rows(sql`
      select id, scopes, revoked_at is not null as revoked from api_keys where member_id = ${eve.id} order by revoked`)
    expect(keys).toEqual([
      { id: both.id, scopes: ['profile:read'], revoked: false },
      { id: only.id, scopes: ['admin:write'], revoked: true },
    ])
  })

  it('does not let a demoted administrator act by a request that had already passed the guard', async () => {
    const eve = await createMember(server, { role: 'admin' })
    const tx = await server.db.begin()
    await tx.run(sql`update members set role = 'member' where id = ${eve.id}`)
    const email = `new-${newId()}@example.com`
    const invite = eve.session('POST', '/api/v1/admin/members/invitations', {
      body: { email, role: 'admin' },
    })
    await untilWaiting(server.db, 1)
    await tx.commit()
    const answer = await invite
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden'])
    expect(await server.db.rows(sql`select from invitations where email = ${email}`)).toEqual([])
  })
})
