import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { chainOf, graphOf, set } from './fixtures/graphs.ts'
import {
  eventually,
  finished,
  hook,
  publish,
  read,
  stepsOf,
  waiting,
  workerRole,
} from './fixtures/run-workflow.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer(workerRole)
  ada = await createMember(server)
})
afterAll(() => server.close())

const webhook: [string] = ['trigger.webhook']
const approval: [string, object] = ['human.approval', { title: 'Pay {{ trigger.body.amount }}?' }]
const approvalGraph = graphOf(
  {
    hook: webhook,
    ask: approval,
    yes: set({ paid: true }),
    no: set({ paid: false }),
    late: set({ late: true }),
  },
  [
    ['hook', 'ask'],
    ['ask', 'yes', 'approved'],
    ['ask', 'no', 'rejected'],
    ['ask', 'late', 'expired'],
  ],
)
const start = async (graph: ReturnType<typeof graphOf>, body: unknown = {}) => {
  const call = await hook(server, ada, await publish(ada, graph))
  return call(body)
}
const approvalOf = async (executionId: string) => {
  const { body } = await ada.session('GET', '/api/v1/approvals')
  return body.approvals.find((one: { executionId: string }) => one.executionId === executionId)
}

it('waits for a decision and follows its port', async () => {
  const id = await start(approvalGraph, { amount: 40 })
  await waiting(ada, id)
  const found = await approvalOf(id)
  expect(found).toMatchObject({ status: 'pending', title: 'Pay 40?', nodeId: 'ask', decidedBy: null })
  const decided = await ada.session('POST', `/api/v1/approvals/${found.id}/decide`, {
    body: { decision: 'approve' },
  })
  expect(decided.body).toMatchObject({
    approval: { status: 'approved', decidedBy: ada.email },
    resumed: true,
  })
  const done = await finished(ada, id)
  expect(done.status).toBe('succeeded')
  expect(stepsOf(done)).toMatchObject({
    ask: { output: 'approved', data: { decision: 'approved' } },
    yes: { status: 'succeeded' },
    no: { status: 'skipped' },
  })
  const again = await ada.session('POST', `/api/v1/approvals/${found.id}/decide`, {
    body: { decision: 'reject' },
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'approval.already_decided' } })
})

it('accepts one of a hundred concurrent decisions', async () => {
  const id = await start(approvalGraph, { amount: 1 })
  await waiting(ada, id)
  const found = await approvalOf(id)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      ada.session('POST', `/api/v1/approvals/${found.id}/decide`, {
        body: { decision: i % 2 ? 'approve' : 'reject' },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  const done = await finished(ada, id)
  const winner = answers.find(({ status }) => status === 200)?.body.approval.status
  expect(stepsOf(done).ask?.output).toBe(winner)
})

it('resumes after a delay', async () => {
  const graph = chainOf({
    hook: webhook,
    wait: ['flow.delay', { wait: { kind: 'until', date: '{{ trigger.body.until }}' } }],
    end: set({ done: true }),
  })
  const until = new Date(Date.now() + 5_000).toISOString()
  const id = await start(graph, { until })
  await waiting(ada, id)
  const { body } = await ada.session('GET', '/api/v1/executions/waiting')
  expect(body.executions.find((one: { executionId: string }) => one.executionId === id)).toMatchObject({
    nodeId: 'wait',
    waitingFor: 'time',
    deadline: until,
    approvalId: null,
  })
  const done = await finished(ada, id)
  expect(done.status).toBe('succeeded')
  expect(Date.parse(done.finishedAt)).toBeGreaterThanOrEqual(Date.parse(until))
})

it('returns the result of a called workflow to its caller', async () => {
  const callee = await publish(
    ada,
    chainOf({ called: ['trigger.called'], out: set({ twice: '{{ trigger.n * 2 }}' }) }),
  )
  const graph = chainOf({
    hook: webhook,
    call: ['flow.call', { workflowId: callee, data: { n: '{{ trigger.body.n }}' } }],
    end: set({ result: '{{ steps.call.data.twice }}' }),
  })
  const done = await finished(ada, await start(graph, { n: 21 }))
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done).end?.data).toEqual({ result: 42 })
  const { body } = await ada.session('GET', `/api/v1/executions?workflowId=${callee}`)
  expect(body.executions[0]).toMatchObject({ parentExecutionId: done.id, triggerType: 'trigger.called' })
})

it('cancels a waiting run and closes its approval', async () => {
  const id = await start(approvalGraph, { amount: 2 })
  await waiting(ada, id)
  const found = await approvalOf(id)
  const { body } = await ada.session('POST', '/api/v1/executions/cancel', {
    body: { ids: [id, '00000000-0000-7000-8000-000000000000', id] },
  })
  expect(body).toEqual({
    cancelled: 1,
    skipped: [{ id: '00000000-0000-7000-8000-000000000000', reason: 'not_found' }],
  })
  expect((await read(ada, id)).status).toBe('cancelled')
  const decided = await ada.session('POST', `/api/v1/approvals/${found.id}/decide`, {
    body: { decision: 'approve' },
  })
  expect(decided.status).toBe(409)
  const again = await ada.session('POST', '/api/v1/executions/cancel', { body: { ids: [id] } })
  expect(again.body).toEqual({ cancelled: 0, skipped: [{ id, reason: 'already_finished' }] })
})

it('retries from the failed step without running finished steps again', async () => {
  const made = await (await createMember(server, { role: 'admin' })).session('POST', '/api/v1/tables', {
    body: { name: 'Runs', columns: [{ label: 'Who', key: 'who' }] },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const graph = chainOf({
    hook: webhook,
    row: ['data.insert', { table: 'runs', values: { who: '{{ trigger.body.who }}' } }],
    fail: ['flow.call', { workflowId: '00000000-0000-7000-8000-000000000001' }],
  })
  const workflow = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Fails', graph } })
  expect(workflow.body.validation.valid).toBe(false)
  const target = await publish(ada, chainOf({ called: ['trigger.called'], out: set({ ok: true }) }))
  const fixed = chainOf({
    hook: webhook,
    row: ['data.insert', { table: 'runs', values: { who: '{{ trigger.body.who }}' } }],
    call: ['flow.call', { workflowId: target }],
  })
  const id = await publish(ada, fixed)
  await ada.session('PATCH', `/api/v1/workflows/${target}`, { body: { published: false } })
  const failed = await finished(ada, await (await hook(server, ada, id))({ who: 'ada' }))
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'workflow.not_callable', nodeId: 'call' } })
  await ada.session('PATCH', `/api/v1/workflows/${target}`, { body: { published: true } })
  const retry = await ada.session('POST', `/api/v1/executions/${failed.id}/retry`)
  expect(retry.status).toBe(202)
  const done = await finished(ada, retry.body.executionId)
  expect(done).toMatchObject({ status: 'succeeded', retryOfExecutionId: failed.id })
  expect(stepsOf(done).row).toMatchObject({ copiedFrom: expect.stringContaining(failed.id) })
  const rows = await ada.session('GET', '/api/v1/tables/runs/rows')
  expect(rows.body.total).toBe(1)
  const again = await ada.session('POST', `/api/v1/executions/${done.id}/retry`)
  expect(again).toMatchObject({ status: 409, body: { code: 'execution.conflict' } })
  const bulk = await ada.session('POST', `/api/v1/workflows/${id}/retry-failed`, { body: {} })
  expect(bulk.body).toMatchObject({ executionIds: [], hasMore: false })
})

it('runs every step of a test run without effects', async () => {
  const admin = await createMember(server, { role: 'admin' })
  await admin.session('POST', '/api/v1/tables', {
    body: { name: 'Tried', columns: [{ label: 'Who', key: 'who' }] },
  })
  const graph = chainOf({
    hook: webhook,
    row: ['data.insert', { table: 'tried', values: { who: '{{ trigger.body.who }}' } }],
    ask: approval,
  })
  const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Try', graph } })
  const tried = await ada.session('POST', `/api/v1/workflows/${made.body.id}/test-runs`, {
    body: { triggerData: { who: 'ada', amount: 3 } },
  })
  expect(tried.status, JSON.stringify(tried.body)).toBe(202)
  const done = await finished(ada, tried.body.executionId)
  expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'succeeded', simulated: true })
  expect(stepsOf(done)).toMatchObject({
    row: { status: 'succeeded', effects: [{ simulated: true }] },
    ask: { output: 'approved' },
  })
  expect((await ada.session('GET', '/api/v1/tables/tried/rows')).body.total).toBe(0)
  expect(await approvalOf(done.id)).toBeUndefined()
  const one = await ada.session('POST', `/api/v1/workflows/${made.body.id}/nodes/row/run`, {
    body: { triggerData: { who: 'bob', amount: 1 } },
  })
  expect(one.body.step).toMatchObject({ nodeId: 'row', status: 'succeeded' })
  expect((await ada.session('GET', '/api/v1/tables/tried/rows')).body.total).toBe(0)
})

it('does not count waiting runs against the concurrency limit', async () => {
  const id = await publish(ada, chainOf({ hook: webhook, ask: approval }), { maxConcurrency: 1 })
  const call = await hook(server, ada, id)
  const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => call({ amount: i })))
  await expect
    .poll(
      async () =>
        (await Promise.all(ids.map((one) => read(ada, one)))).filter(({ status }) => status === 'waiting')
          .length,
      eventually,
    )
    .toBe(20)
})
