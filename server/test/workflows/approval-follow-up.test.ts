import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { asSession, connect } from '../../src/platform/live/fixtures/live-client.ts'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  eventually,
  finished,
  hook,
  publish,
  stepsOf,
  waiting,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { createTestMailbox } from '../mirror.ts'
import { type TestServer, testServer } from '../server.ts'

let server: TestServer
let ada: TestMember
let carol: TestMember
let dan: TestMember
let admin: TestMember
beforeAll(async () => {
  server = await testServer({ ...workerRole, MAILWRIGHT_LIMIT_SEND_PER_MINUTE: '100000' })
  admin = await createMember(server, { role: 'admin', name: 'Root' })
})
afterAll(() => server?.close())
beforeEach(async () => {
  ada = await createMember(server, { name: 'Ada' })
  carol = await createMember(server, { name: 'Carol' })
  dan = await createMember(server, { name: 'Dan' })
  await createTestMailbox(server.db, ada.id)
})

async function ask(params: object) {
  const graph = chainOf({ hook: ['trigger.webhook'], ask: ['human.approval', { title: 'Pay?', ...params }] })
  const call = await hook(server, ada, await publish(ada, graph))
  const executionId = await call({})
  await waiting(ada, executionId)
  const row = await server.db.row<{ id: string; remind: number | null; escalate: number | null }>(sql`
    select id, round(extract(epoch from expires_at - remind_at) / 60)::int as remind,
      round(extract(epoch from escalate_at - created_at) / 60)::int as escalate
    from approvals where execution_id = ${executionId}`)
  return { executionId, id: row?.id ?? '', remind: row?.remind, escalate: row?.escalate }
}

type Due = 'remind_at' | 'escalate_at' | 'expires_at'
const columns = { remind_at: sql`remind_at`, escalate_at: sql`escalate_at`, expires_at: sql`expires_at` }
const makeDue = (id: string, due: Due) =>
  server.db.run(sql`update approvals set ${columns[due]} = now() - interval '1 second' where id = ${id}`)

/** Runs the sweep twice at the same time, as two processes may, and waits until both are done. */
async function sweep(job = 'approvals.follow-up') {
  await server.db.run(sql`select from graphile_worker.add_job(${job})`)
  await server.db.run(sql`select from graphile_worker.add_job(${job})`)
  const left = async () =>
    (
      await server.db.row<{ n: number }>(sql`
        select count(*) as n from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${job}`)
    )?.n
  await expect.poll(left, eventually).toBe(0)
}

const mailsOf = async (executionId: string) =>
  (
    await server.db.rows<{ to: string; subject: string; mark: string }>(sql`
      select "to"[1] as to, subject, body_text like '%/approvals/t/%' as mark from outgoing_messages
      where execution_id = ${executionId} order by created_at, id`)
  ).map(({ to, subject, mark }) => [to, subject, mark])
const noticesOf = async (member: TestMember, kind: string) =>
  ((await member.session('GET', '/api/v1/notifications?limit=100')).body.items as { kind: string }[]).filter(
    (one) => one.kind === kind,
  )
const cancel = async (executionId: string) => {
  const { body } = await ada.session('POST', '/api/v1/executions/cancel', { body: { ids: [executionId] } })
  expect(body).toMatchObject({ cancelled: 1 })
}
const decide = (by: TestMember, id: string, decision = 'approve') =>
  by.session('POST', `/api/v1/approvals/${id}/decide`, { body: { decision } })

describe('a reminder', () => {
  const remind = { deadline: { amount: 2, unit: 'hours' }, remind: { amount: 30, unit: 'minutes' } }

  it('goes to each approver once, before the deadline, with links of their own', async () => {
    const {
      id,
      executionId,
      remind: minutes,
    } = await ask({
      ...remind,
      approvers: `${carol.email}, guest@example.org`,
    })
    expect(minutes).toBe(30)
    await sweep()
    expect(await mailsOf(executionId)).toHaveLength(2)
    await makeDue(id, 'remind_at')
    await sweep()
    await sweep()
    const asked = 'Approval needed: Pay?'
    const reminded = 'Reminder: approval needed: Pay?'
    const both = [carol.email, 'guest@example.org']
    const mails = await mailsOf(executionId)
    expect(mails.map(([to, subject]) => `${subject} ${to}`).sort()).toEqual(
      [asked, reminded].flatMap((subject) => both.map((to) => `${subject} ${to}`)).sort(),
    )
    expect(mails.some(([, , mark]) => mark)).toBe(false)
    expect(await noticesOf(carol, 'approval.reminder')).toMatchObject([
      { params: { approvalId: id, workflowName: 'Test' }, link: `/approvals/${id}` },
    ])
    // The first links stay valid beside the new ones.
    const links = await server.db.row<{ n: number; open: number }>(sql`
      select count(*) as n, count(*) filter (where open) as open from approval_links where approval_id = ${id}`)
    expect(links).toEqual({ n: 4, open: 4 })
  })

  it('is not sent after the decision', async () => {
    const { id, executionId } = await ask({ ...remind, approvers: carol.email })
    expect((await decide(carol, id)).status).toBe(200)
    await makeDue(id, 'remind_at')
    await sweep()
    expect(await mailsOf(executionId)).toHaveLength(1)
    expect(await noticesOf(carol, 'approval.reminder')).toEqual([])
  })

  it('that has not left is withdrawn by the decision', async () => {
    const { id, executionId } = await ask({ ...remind, approvers: carol.email })
    await makeDue(id, 'remind_at')
    await sweep()
    // As if sending had been switched off before it left.
    await server.db.run(sql`
      update outgoing_messages set send_status = 'held', held_by = 'switch', claim = null, process_id = null
      where execution_id = ${executionId}`)
    expect((await decide(carol, id)).status).toBe(200)
    const states = await server.db.rows<{ status: string }>(sql`
      select send_status as status from outgoing_messages where execution_id = ${executionId}`)
    expect(states).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
  })

  it('is not sent once the deadline has passed or the run was cancelled', async () => {
    const late = await ask({ ...remind, approvers: carol.email })
    await makeDue(late.id, 'expires_at')
    await makeDue(late.id, 'remind_at')
    const cancelled = await ask({ ...remind, approvers: carol.email })
    await cancel(cancelled.executionId)
    await makeDue(cancelled.id, 'remind_at')
    await sweep()
    for (const { executionId } of [late, cancelled]) expect(await mailsOf(executionId)).toHaveLength(1)
  })

  it('is sent after a crash in the middle, and then once', async () => {
    const { id, executionId } = await ask({ ...remind, approvers: carol.email })
    await makeDue(id, 'remind_at')
    // Another process has taken it and dies: its transaction never commits.
    const dying = await server.db.begin()
    await dying.run(sql`update approvals set remind_at = null where id = ${id}`)
    await sweep()
    expect(await mailsOf(executionId)).toHaveLength(1)
    await dying.rollback()
    await sweep()
    expect(await mailsOf(executionId)).toHaveLength(2)
  })
})

describe('an escalation', () => {
  const after = { amount: 30, unit: 'minutes' }
  const deadline = { amount: 2, unit: 'hours' }

  it('asks another member as well, once, and that member may decide', async () => {
    const escalate = { after, to: `Dan <${dan.email.toUpperCase()}>` }
    const { id, executionId, escalate: minutes } = await ask({ deadline, approvers: carol.email, escalate })
    expect(minutes).toBe(30)
    expect((await decide(dan, id)).status).toBe(404)
    const channel = await connect(server.url, asSession(dan.sessionToken))
    await makeDue(id, 'escalate_at')
    await sweep()
    await sweep()
    await channel.next('approval.updated', { approvalId: id, status: 'pending' })
    await channel.close()
    const subjects = (await mailsOf(executionId)).map(([to, subject]) => [to, subject])
    expect(subjects).toEqual([
      [carol.email, 'Approval needed: Pay?'],
      [dan.email, 'No decision yet: approval needed: Pay?'],
    ])
    expect(await noticesOf(dan, 'approval.escalated')).toMatchObject([{ link: `/approvals/${id}` }])
    expect(await noticesOf(carol, 'approval.escalated')).toEqual([])
    expect((await dan.session('GET', '/api/v1/desk')).body.items).toMatchObject([{ id }])
    expect((await carol.session('GET', '/api/v1/desk')).body.items).toMatchObject([{ id }])
    expect((await decide(dan, id, 'reject')).body.approval).toMatchObject({ decidedBy: dan.email })
    expect(stepsOf(await finished(ada, executionId)).ask?.output).toBe('rejected')
    expect((await carol.session('GET', '/api/v1/desk/counts')).body.total).toBe(0)
  })

  it.each(['nobody@example.org', 'suspended'])('goes to an administrator in place of %s', async (who) => {
    const to =
      who === 'suspended' ? (await createMember(server, { status: 'suspended' })).email : 'nobody@example.org'
    const { id, executionId } = await ask({ deadline, approvers: carol.email, escalate: { after, to } })
    await makeDue(id, 'escalate_at')
    await sweep()
    expect((await mailsOf(executionId)).map(([address]) => address)).toEqual([carol.email, admin.email])
    expect(await noticesOf(admin, 'approval.escalated')).toContainEqual(
      expect.objectContaining({ link: `/approvals/${id}` }),
    )
  })

  it('does not happen after the decision', async () => {
    const { id, executionId } = await ask({
      deadline,
      approvers: carol.email,
      escalate: { after, to: dan.email },
    })
    await decide(ada, id)
    await makeDue(id, 'escalate_at')
    await sweep()
    expect(await mailsOf(executionId)).toHaveLength(1)
    expect((await decide(dan, id)).status).toBe(404)
  })

  it('does not ask somebody twice who has been asked already', async () => {
    const { id, executionId } = await ask({
      deadline,
      approvers: dan.email,
      escalate: { after, to: dan.email },
    })
    await makeDue(id, 'escalate_at')
    await sweep()
    expect(await mailsOf(executionId)).toHaveLength(1)
  })
})

describe('a decision', () => {
  it('is told to the owner when somebody else made it', async () => {
    const { id } = await ask({ approvers: carol.email })
    await decide(carol, id, 'reject')
    expect(await noticesOf(ada, 'approval.decided')).toMatchObject([
      { params: { approvalId: id, decision: 'rejected', decidedBy: carol.email }, link: `/approvals/${id}` },
    ])
  })

  it('is not told to the owner who made it', async () => {
    const { id } = await ask({ approvers: carol.email })
    await decide(ada, id)
    expect(await noticesOf(ada, 'approval.decided')).toEqual([])
    expect(await noticesOf(carol, 'approval.decided')).toEqual([])
  })

  it('that nobody made is told to the owner once, and shown to all who were asked', async () => {
    const { id } = await ask({ approvers: carol.email })
    const channel = await connect(server.url, asSession(carol.sessionToken))
    await makeDue(id, 'expires_at')
    await sweep('approvals.expire')
    await sweep('approvals.expire')
    await channel.next('approval.updated', { approvalId: id, status: 'expired' })
    await channel.close()
    expect(await noticesOf(ada, 'approval.expired')).toMatchObject([{ params: { approvalId: id } }])
    expect(await noticesOf(carol, 'approval.expired')).toEqual([])
    const links = await server.db.rows(sql`select from approval_links where approval_id = ${id} and open`)
    expect(links).toEqual([])
  })

  it('that a cancelled run no longer needs is shown to all who were asked, without a notification', async () => {
    const { executionId, id } = await ask({ approvers: carol.email })
    const channel = await connect(server.url, asSession(carol.sessionToken))
    await cancel(executionId)
    await channel.next('approval.updated', { approvalId: id, status: 'expired' })
    await channel.close()
    expect(await noticesOf(ada, 'approval.expired')).toEqual([])
  })
})

describe('publishing a workflow that asks', () => {
  const publishing = async (params: object) => {
    const graph = chainOf({
      hook: ['trigger.webhook'],
      ask: ['human.approval', { title: 'Pay?', ...params }],
    })
    const { body } = await ada.session('POST', '/api/v1/workflows', { body: { name: 'W', graph } })
    const done = await ada.session('PATCH', `/api/v1/workflows/${body.id}`, { body: { published: true } })
    return { status: done.status, issues: body.validation.issues }
  }

  it.each([
    [
      'a reminder as long as the deadline',
      { deadline: { amount: 1, unit: 'days' }, remind: { amount: 24, unit: 'hours' } },
      'remind',
    ],
    [
      'an escalation after the deadline',
      { escalate: { after: { amount: 4, unit: 'days' }, to: 'a@example.org' } },
      'escalate',
    ],
  ])('rejects %s', async (_what, params, path) => {
    const { status, issues } = await publishing(params)
    expect([status, issues]).toMatchObject([
      409,
      [{ code: 'node.invalid_params', path: `/nodes/1/params/${path}` }],
    ])
  })

  it('accepts times that fit, and amounts that are known only at run time', async () => {
    const escalate = { after: { amount: 2, unit: 'days' }, to: 'a@example.org' }
    expect(await publishing({ remind: { amount: 71, unit: 'hours' }, escalate })).toMatchObject({
      status: 200,
    })
    const amount = '{{ trigger.body.hours }}'
    expect(await publishing({ remind: { amount, unit: 'hours' } })).toMatchObject({ status: 200 })
  })
})

describe('a reassigned approval', () => {
  it('leaves the desk of the former approver, who is told live', async () => {
    const eve = await createMember(server, { role: 'admin' })
    const channel = await connect(server.url, asSession(eve.sessionToken))
    const { id } = await ask({ approvers: eve.email })
    const updated = () => channel.next('approval.updated', { approvalId: id })
    await updated()
    // Demoted while the approval was being asked for, so that only the sweep notices.
    await server.db.run(sql`update approval_links set substitute = true where approval_id = ${id}`)
    await server.db.run(sql`update members set role = 'member' where id = ${eve.id}`)
    await sweep('approvals.expire')
    await updated()
    await channel.close()
    const deskOf = async (member: TestMember) =>
      (await member.session('GET', '/api/v1/desk?limit=100')).body.items.map((one: { id: string }) => one.id)
    expect(await deskOf(eve)).not.toContain(id)
    expect(await deskOf(admin)).toContain(id)
  })
})
