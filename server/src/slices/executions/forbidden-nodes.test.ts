import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { anotherServer } from '#test/another-server'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { chainOf, graphOf, set } from './fixtures/graphs.ts'
import { finished, hook, publish, stepsOf, waiting, workerRole } from './fixtures/run-workflow.ts'

const forbidden = { MAILWRIGHT_FORBIDDEN_NODES: 'human.notify, flow.loop,human.approval' }
const notifyGraph = chainOf({ hook: ['trigger.webhook'], notify: ['human.notify', { title: 'Notice' }] })
const loopGraph = graphOf(
  {
    hook: ['trigger.webhook'],
    loop: ['flow.loop', { list: '{{ trigger.body.list }}' }],
    inner: set({ a: 1 }),
  },
  [
    ['hook', 'loop'],
    ['loop', 'inner', 'item'],
  ],
)
const approvalGraph = chainOf({ hook: ['trigger.webhook'], ask: ['human.approval', { title: 'Pay?' }] })

let server: TestServer
let ada: TestMember
let admin: TestMember
let closed: Awaited<ReturnType<typeof anotherServer>>
beforeAll(async () => {
  // Everything below is published here, before the operator forbids the nodes.
  server = await testServer()
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => {
  await closed?.close()
  await server.close()
})

const refused = (nodeType: string) => ({
  status: 'failed',
  error: { code: 'workflow.node_forbidden', kind: 'permanent', attempts: 1, details: { nodeType } },
})

it('stops a published workflow at a node type that is forbidden since, except for administrators', async () => {
  const worker = await anotherServer(server.databaseUrl, workerRole)
  const asked = await (await hook(server, ada, await publish(ada, approvalGraph)))({})
  await waiting(ada, asked)
  await worker.close()
  const notifies = await hook(server, ada, await publish(ada, notifyGraph))
  const loops = await hook(server, ada, await publish(ada, loopGraph))
  const byAdmin = await hook(server, admin, await publish(admin, notifyGraph))

  closed = await anotherServer(server.databaseUrl, { ...workerRole, ...forbidden })
  expect(await finished(ada, await notifies({}))).toMatchObject(refused('human.notify'))
  const looped = await finished(ada, await loops({ list: [1] }))
  expect(looped).toMatchObject(refused('flow.loop'))
  expect(stepsOf(looped).inner).toBeUndefined()
  expect(await finished(admin, await byAdmin({}))).toMatchObject({ status: 'succeeded' })

  const [approval] = (await ada.session('GET', '/api/v1/approvals')).body.approvals
  await ada.session('POST', `/api/v1/approvals/${approval.id}/decide`, { body: { decision: 'approve' } })
  expect(await finished(ada, asked)).toMatchObject({ status: 'succeeded' })

  await server.db.run(sql`update members set role = 'member' where id = ${admin.id}`)
  await expect
    .poll(async () => (await finished(admin, await byAdmin({}))).status, { timeout: 60_000, interval: 500 })
    .toBe('failed')
})

describe('publishing a forbidden node type', () => {
  let own: TestServer
  let member: TestMember
  beforeAll(async () => {
    own = await testServer({ ...workerRole, ...forbidden })
    member = await createMember(own)
  })
  afterAll(() => own.close())

  const create = async (who: TestMember, graph: object) =>
    (await who.session('POST', '/api/v1/workflows', { body: { name: 'W', graph } })).body
  const publishNow = (who: TestMember, id: string) =>
    who.session('PATCH', `/api/v1/workflows/${id}`, { body: { published: true } })

  it('is refused to members, and the draft says why', async () => {
    const { id, validation } = await create(member, notifyGraph)
    const issue = { severity: 'error', code: 'node.forbidden_type', nodeId: 'notify', path: '/nodes/1/type' }
    expect(validation).toMatchObject({ valid: false, issues: [issue] })
    const answer = await publishNow(member, id)
    expect(answer).toMatchObject({ status: 409, body: { code: 'workflow.invalid' } })
    expect(answer.body.details.issues).toMatchObject([issue])
  })

  it('is open to administrators', async () => {
    const boss = await createMember(own, { role: 'admin' })
    const { id, validation } = await create(boss, notifyGraph)
    expect(validation).toMatchObject({ valid: true })
    expect((await publishNow(boss, id)).status).toBe(200)
  })

  it('does not concern a disabled node', async () => {
    const [start, node] = notifyGraph.nodes
    const { id } = await create(member, { ...notifyGraph, nodes: [start, { ...node, disabled: true }] })
    expect((await publishNow(member, id)).status).toBe(200)
  })

  it('fails in tests of a draft and of a single node too', async () => {
    const { id } = await create(member, notifyGraph)
    const tried = await member.session('POST', `/api/v1/workflows/${id}/test-runs`, { body: {} })
    expect(await finished(member, tried.body.executionId)).toMatchObject(refused('human.notify'))
    const alone = await member.session('POST', `/api/v1/workflows/${id}/nodes/notify/run`, { body: {} })
    expect(alone.body.step.error).toMatchObject({ code: 'workflow.node_forbidden' })
  })
})
