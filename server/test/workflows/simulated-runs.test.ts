import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf, graphOf, set } from '../../src/slices/executions/fixtures/graphs.ts'
import {
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

type Graph = ReturnType<typeof graphOf>

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer(workerRole)
  ada = await createMember(server)
  await createTestMailbox(server.db, ada.id)
})
afterAll(() => server?.close())

const webhook: [string] = ['trigger.webhook']

async function testRun(graph: Graph) {
  const created = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Try', graph } })
  const started = await ada.session('POST', `/api/v1/workflows/${created.body.id}/test-runs`, {
    body: { triggerData: {} },
  })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  const done = await finished(ada, started.body.executionId)
  expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'succeeded', simulated: true })
  return done
}

/** Counts what an approval or a called workflow leaves in the database. */
// Without a mail server, a notification about the mails may follow.
const countTraces = async () =>
  (
    await server.db.rows(sql`
      select (select count(*)::int from approvals) as approvals,
        (select count(*)::int from approval_links) as links,
        (select count(*)::int from outgoing_messages) as mails,
        (select count(*)::int from notifications where kind = 'approval.pending') as notifications,
        (select count(*)::int from executions where parent_id is not null) as "childRuns"`)
  )[0]

const child = chainOf({ called: ['trigger.called'], end: set({ answer: 42 }) })

it('continues as approved with a warning, without asking anybody', async () => {
  const graph = graphOf(
    {
      hook: webhook,
      ask: ['human.approval', { title: 'Pay?', approvers: 'carol@example.org, dan@example.org' }],
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
  const before = await countTraces()
  const done = await testRun(graph)
  expect(stepsOf(done)).toMatchObject({
    ask: {
      status: 'succeeded',
      output: 'approved',
      data: { decision: 'approved', decidedBy: null, decidedAt: null },
      effects: [{ kind: 'approval.asked', simulated: true }],
      warnings: [{ code: 'approval.simulated' }],
    },
    yes: { status: 'succeeded' },
    no: { status: 'skipped' },
    late: { status: 'skipped' },
  })
  expect(await countTraces()).toEqual(before)

  // The same graph leaves every one of these traces in a real run.
  await waiting(ada, await (await hook(server, ada, await publish(ada, graph)))({}))
  expect(await countTraces()).toMatchObject({ approvals: 1, links: 2, mails: 2, notifications: 1 })
})

it('continues after a called workflow with a warning, without starting it', async () => {
  const target = await publish(ada, child)
  const graph = chainOf({ hook: webhook, call: ['flow.call', { workflowId: target }], end: set({ a: 1 }) })
  const before = await countTraces()
  const done = await testRun(graph)
  expect(stepsOf(done)).toMatchObject({
    call: {
      status: 'succeeded',
      output: 'main',
      data: { executionId: expect.any(String) },
      effects: [{ kind: 'workflow.started', simulated: true }],
      warnings: [{ code: 'call.simulated' }],
    },
    end: { status: 'succeeded' },
  })
  const { executionId } = stepsOf(done).call?.data ?? {}
  expect((await ada.session('GET', `/api/v1/executions/${executionId}`)).status).toBe(404)
  expect(await countTraces()).toEqual(before)

  const real = await finished(ada, await (await hook(server, ada, await publish(ada, graph)))({}))
  expect(stepsOf(real).call).toMatchObject({ data: { answer: 42 }, warnings: [] })
  expect(await countTraces()).toMatchObject({ childRuns: 1 })
})

it('starts no workflow that it would not wait for either', async () => {
  const target = await publish(ada, child)
  const done = await testRun(
    chainOf({ hook: webhook, call: ['flow.call', { workflowId: target, wait: false }] }),
  )
  expect(stepsOf(done).call).toMatchObject({
    effects: [{ kind: 'workflow.started', simulated: true }],
    warnings: [],
  })
  const { body } = await ada.session('GET', `/api/v1/executions?workflowId=${target}`)
  expect(body.executions).toEqual([])
})

it('skips a delay with a warning that says how long it would be', async () => {
  const wait = { kind: 'duration', amount: 3, unit: 'days' }
  const done = await testRun(chainOf({ hook: webhook, pause: ['flow.delay', { wait }], end: set({ a: 1 }) }))
  expect(stepsOf(done)).toMatchObject({
    pause: {
      status: 'succeeded',
      warnings: [{ code: 'delay.simulated', message: expect.stringContaining('3 days') }],
    },
    end: { status: 'succeeded' },
  })
})
