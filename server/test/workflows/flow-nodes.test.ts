import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf, graphOf, set } from '../../src/slices/executions/fixtures/graphs.ts'
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
import { createTestMailbox, deliverOne } from '../mirror.ts'
import { type TestServer, testServer } from '../server.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer(workerRole)
  ada = await createMember(server)
})
afterAll(() => server?.close())

type Graph = ReturnType<typeof graphOf>
const webhook: [string] = ['trigger.webhook']
const start = async (graph: Graph, body: unknown = {}) =>
  (await hook(server, ada, await publish(ada, graph)))(body)
const runOnce = async (graph: Graph, body: unknown = {}) => finished(ada, await start(graph, body))
const is = (value: string, compareTo: string) => [{ type: 'text', value, operator: 'equals', compareTo }]
const runsOf = async (workflowId: string) =>
  (await ada.session('GET', `/api/v1/executions?workflowId=${workflowId}`)).body.executions

it('follows the first matching case, or the fallback', async () => {
  const kind = '{{ trigger.body.kind }}'
  const graph = graphOf(
    {
      hook: webhook,
      sort: [
        'flow.switch',
        {
          cases: [
            { port: 'order', conditions: is(kind, 'order') },
            { port: 'any_order', conditions: is(kind, 'ORDER') },
          ],
        },
      ],
      order: set({ way: 'order' }),
      second: set({ way: 'second' }),
      rest: set({ way: 'rest' }),
    },
    [
      ['hook', 'sort'],
      ['sort', 'order', 'order'],
      ['sort', 'second', 'any_order'],
      ['sort', 'rest', 'fallback'],
    ],
  )
  expect(stepsOf(await runOnce(graph, { kind: 'order' }))).toMatchObject({
    order: { status: 'succeeded' },
    second: { status: 'skipped' },
    rest: { status: 'skipped' },
  })
  // A missing value matches no case and takes the fallback.
  expect(stepsOf(await runOnce(graph, {})).rest).toMatchObject({ status: 'succeeded' })
})

it('filters without an error, with its reason', async () => {
  const graph = chainOf({
    hook: webhook,
    only: ['flow.filter', { conditions: is('{{ trigger.body.kind }}', 'order'), reason: 'Not an order.' }],
    after: set({ done: true }),
  })
  const stopped = await runOnce(graph, { kind: 'advert' })
  expect(stopped.status).toBe('succeeded')
  expect(stepsOf(stopped)).toMatchObject({
    only: { status: 'succeeded', output: null, warnings: [{ code: 'stopped', message: 'Not an order.' }] },
    after: { status: 'skipped' },
  })
  expect(stepsOf(await runOnce(graph, { kind: 'order' })).after).toMatchObject({ status: 'succeeded' })
})

const merging = (mode: string) =>
  graphOf(
    {
      hook: webhook,
      quick: set({ from: 'quick' }),
      slow: ['human.approval', { title: 'Go on?' }],
      meet: ['flow.merge', { mode }],
      end: set({ met: '{{ keys(steps.meet.data) }}' }),
    },
    [
      ['hook', 'quick'],
      ['hook', 'slow'],
      ['quick', 'meet'],
      ['slow', 'meet', 'approved'],
      ['meet', 'end'],
    ],
  )
const approve = async (executionId: string) => {
  const { body } = await ada.session('GET', '/api/v1/approvals')
  const { id } = body.approvals.find((one: { executionId: string }) => one.executionId === executionId)
  const decided = await ada.session('POST', `/api/v1/approvals/${id}/decide`, {
    body: { decision: 'approve' },
  })
  expect(decided.status).toBe(200)
}

it('merges when all branches have arrived', async () => {
  const id = await start(merging('all'))
  expect(stepsOf(await waiting(ada, id)).end).toBeUndefined()
  await approve(id)
  expect(stepsOf(await finished(ada, id)).end?.data).toEqual({ met: ['quick', 'slow'] })
})

it.each(['any', 'first'])(
  'merges (%s) as soon as one branch has arrived, and continues once',
  async (mode) => {
    const id = await start(merging(mode))
    const before = stepsOf(await waiting(ada, id))
    expect(before).toMatchObject({ meet: { data: { from: 'quick' } }, end: { status: 'succeeded' } })
    await approve(id)
    const done = await finished(ada, id)
    expect(done.status).toBe('succeeded')
    expect(stepsOf(done)).toMatchObject({ slow: { output: 'approved' }, end: before.end })
    expect(done.steps.filter(({ nodeId }: { nodeId: string }) => nodeId === 'end')).toHaveLength(1)
  },
)

it.each([
  ['flow.stop', { reason: 'Enough.' }, 'succeeded'],
  ['flow.fail', { message: 'No.' }, 'failed'],
])('withdraws the approval when %s has ended the run', async (type, params, status) => {
  const graph = graphOf(
    {
      hook: webhook,
      ask: ['human.approval', { title: 'Never mind' }],
      quick: set({ a: 1 }),
      end: [type, params],
    },
    [
      ['hook', 'ask'],
      ['hook', 'quick'],
      ['quick', 'end'],
    ],
  )
  const done = await runOnce(graph)
  expect(done.status).toBe(status)
  expect(stepsOf(done)).toMatchObject({ ask: { status: 'skipped' }, end: { status, output: null } })
  const { body } = await ada.session('GET', '/api/v1/approvals')
  expect(body.approvals.filter((one: { executionId: string }) => one.executionId === done.id)).toEqual([])
})

it('transforms text, and ignores notes', async () => {
  const done = await runOnce(
    chainOf({
      hook: webhook,
      note: ['flow.note', { text: 'Read me' }],
      text: [
        'flow.text',
        {
          text: '{{ trigger.body.html }}',
          operations: [
            { kind: 'html_to_text' },
            { kind: 'extract', pattern: 'order no\\. (\\d+)' },
            { kind: 'template', template: 'No {text}' },
          ],
        },
      ],
    }),
    { html: '<p>Your <b>order no. 42</b> is here</p>' },
  )
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done)).toMatchObject({
    note: { status: 'succeeded', data: { html: expect.any(String) } },
    text: { data: { text: 'No 42' } },
  })
})

it('starts on schedule', async () => {
  const id = await publish(
    ada,
    chainOf({
      clock: ['trigger.schedule', { cron: '0 9 * * 1-5' }],
      end: set({ at: '{{ trigger.scheduledAt }}' }),
    }),
  )
  await server.db.run(sql`
    update workflow_triggers set next_at = now() - interval '1 second' where workflow_id = ${id}`)
  await expect.poll(async () => (await runsOf(id)).length, eventually).toBe(1)
  const [{ id: runId }] = await runsOf(id)
  const done = await finished(ada, runId)
  expect(done).toMatchObject({ status: 'succeeded', triggerType: 'trigger.schedule' })
  expect(stepsOf(done).end?.data).toEqual({ at: done.triggerData.scheduledAt })
})

it('starts manually with the given data, and returns 409 without a manual trigger', async () => {
  const id = await publish(
    ada,
    chainOf({ hand: ['trigger.manual'], end: set({ who: '{{ trigger.name }}' }) }),
  )
  const run = await ada.session('POST', `/api/v1/workflows/${id}/run`, { body: { data: { name: 'Bob' } } })
  expect(run.status).toBe(202)
  const done = await finished(ada, run.body.executionIds[0])
  expect(stepsOf(done).end?.data).toEqual({ who: 'Bob' })
  const other = await publish(ada, chainOf({ hook: webhook, end: set({ a: 1 }) }))
  const refused = await ada.session('POST', `/api/v1/workflows/${other}/run`, { body: {} })
  expect(refused).toMatchObject({ status: 409, body: { details: { reason: 'no_manual_trigger' } } })
})

it('runs on chosen past messages, in their order', async () => {
  const mailbox = await createTestMailbox(server.db, ada.id)
  const first = await deliverOne(server.db, mailbox, { subject: 'One' })
  const second = await deliverOne(server.db, mailbox, { subject: 'Two' })
  const id = await publish(
    ada,
    chainOf({
      mail: ['trigger.message'],
      end: set({ about: '{{ message.subject }} of {{ sender.domain }}' }),
    }),
  )
  const run = (messageIds: string[]) =>
    ada.session('POST', `/api/v1/workflows/${id}/run`, { body: { messageIds } })
  const { body } = await run([second.id, first.id])
  const done = await Promise.all(body.executionIds.map((one: string) => finished(ada, one)))
  expect(done.map((one) => stepsOf(one).end?.data)).toEqual([
    { about: 'Two of example.net' },
    { about: 'One of example.net' },
  ])
  const strange = await createMember(server)
  const theirs = await deliverOne(server.db, await createTestMailbox(server.db, strange.id), {})
  expect(await run([theirs.id])).toMatchObject({ status: 404, body: { code: 'webmail.message_not_found' } })
})

it('starts the workflow for failures, which starts no other when it fails', async () => {
  const carl = await createMember(server)
  const told = set({ why: '{{ trigger.workflow.name }}: {{ trigger.error.message }}' })
  const chosen = await publish(carl, chainOf({ failed: ['trigger.failed'], told }))
  const failing = chainOf({ hook: webhook, no: ['flow.fail', { message: 'Out of paper.' }] })
  const id = await publish(carl, failing, { errorWorkflowId: chosen })
  const other = await publish(
    carl,
    chainOf({
      failed: ['trigger.failed', { workflowIds: [chosen] }],
      no: ['flow.fail', { message: 'Again.' }],
    }),
  )
  const run = await finished(carl, await (await hook(server, carl, id))({}))
  expect(run).toMatchObject({ status: 'failed', error: { code: expect.any(String), nodeId: 'no' } })
  const started = async () =>
    (await carl.session('GET', `/api/v1/executions?workflowId=${chosen}`)).body.executions
  await expect.poll(async () => (await started()).length, eventually).toBe(1)
  const done = await finished(carl, (await started())[0].id)
  expect(done.triggerData).toMatchObject({
    workflow: { id },
    execution: { id: run.id },
    error: { nodeId: 'no' },
  })
  expect(stepsOf(done).told?.data).toEqual({ why: 'Test: Out of paper.' })
  const others = await carl.session('GET', `/api/v1/executions?workflowId=${other}`)
  expect(others.body.executions).toEqual([])
})
