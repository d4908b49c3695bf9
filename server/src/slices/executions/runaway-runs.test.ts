import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { chainOf, graphOf, set } from './fixtures/graphs.ts'
import { eventually, hook, publish, read, workerRole } from './fixtures/run-workflow.ts'

let server: TestServer
let ada: TestMember

beforeAll(async () => {
  server = await testServer({
    ...workerRole,
    MAILWRIGHT_EXECUTION_MAX_STEPS: '6000',
    MAILWRIGHT_EXECUTION_MAX_MB: '8',
    MAILWRIGHT_EXECUTION_MAX_DESCENDANTS: '20',
  })
  ada = await createMember(server)
})
afterAll(async () => server.close())

const webhook: [string] = ['trigger.webhook']
const start = async (graph: ReturnType<typeof graphOf>, body: unknown = {}, more: object = {}) =>
  (await hook(server, ada, await publish(ada, graph, more)))(body)

// Reads the list while it waits, since these executions have thousands of steps.
async function finished(member: TestMember, id: string) {
  const find = async () => (await member.session('GET', `/api/v1/executions?q=${id}`)).body.executions[0]
  await expect.poll(async () => isOpen(await find()), eventually).toBe(false)
  return read(member, id)
}

const items = Array.from({ length: 1_000 }, (_, n) => n)
/** A million iterations of one node. */
const nested = (value: unknown) =>
  graphOf(
    {
      hook: webhook,
      outer: ['flow.loop', { list: '{{ trigger.body.items }}', max: 1000, onItemError: 'continue' }],
      inner: ['flow.loop', { list: '{{ trigger.body.items }}', max: 1000, onItemError: 'continue' }],
      set: set({ value }),
    },
    [
      ['hook', 'outer'],
      ['outer', 'inner', 'item'],
      ['inner', 'set', 'item'],
    ],
  )
// Takes long without recording much.
const slow = `{{ ${Array.from({ length: 15 }, () => 'count(map(trigger.body.items, x => x + 1))').join(' + ')} }}`

describe('nested loops', () => {
  it('end at the limit of steps, and the service answers meanwhile', async () => {
    const id = await start(nested(1), { items })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    const done = await finished(ada, id)
    expect(done).toMatchObject({
      status: 'failed',
      error: {
        code: 'execution.too_many_steps',
        message: 'The run exceeded the limit of 6,000 steps (MAILWRIGHT_EXECUTION_MAX_STEPS).',
        nodeId: expect.stringMatching(/inner|set/),
      },
    })
    const { body } = await ada.session('GET', '/api/v1/executions/incidents')
    expect(body.items).toContainEqual(expect.objectContaining({ executionId: id }))
  })

  it('end at the time limit of the workflow although they only compute', async () => {
    const id = await start(nested(slow), { items }, { executionTimeoutMs: 1_000 })
    expect(await finished(ada, id)).toMatchObject({ status: 'failed', error: { code: 'execution.timeout' } })
  })

  it('can be cancelled while they compute', async () => {
    const id = await start(nested(slow), { items })
    const { body } = await ada.session('POST', '/api/v1/executions/cancel', { body: { ids: [id] } })
    expect(body.cancelled).toBe(1)
    expect((await read(ada, id)).status).toBe('cancelled')
  })
})

it('a run that records too much fails, counting what it recorded before a wait', async () => {
  const big = (list: string): [string, object] => ['flow.loop', { list, collect: false }]
  const graph = graphOf(
    {
      hook: webhook,
      before: big('{{ trigger.body.items }}'),
      copy: set({ text: '{{ trigger.body.text }}' }),
      wait: ['flow.delay', { wait: { kind: 'until', date: '{{ trigger.body.until }}' } }],
      after: big('{{ trigger.body.items }}'),
      again: set({ text: '{{ trigger.body.text }}' }),
    },
    [
      ['hook', 'before'],
      ['before', 'copy', 'item'],
      ['before', 'wait', 'done'],
      ['wait', 'after'],
      ['after', 'again', 'item'],
    ],
  )
  const until = new Date(Date.now() + 1_000).toISOString()
  const text = 'x'.repeat(100_000)
  const id = await start(graph, { text, until, items: items.slice(0, 50) })
  const done = await finished(ada, id)
  expect(done).toMatchObject({
    status: 'failed',
    error: {
      code: 'execution.too_much_data',
      message: 'The run exceeded the limit of 8 MB of recorded data (MAILWRIGHT_EXECUTION_MAX_MB).',
      nodeId: 'again',
    },
  })
})

type Listed = { id: string; status: string; workflowId: string }
const list = async (member: TestMember, workflowId: string): Promise<Listed[]> =>
  (await member.session('GET', `/api/v1/executions?limit=100&workflowId=${workflowId}`)).body.executions
const isOpen = ({ status }: Listed) => ['queued', 'running', 'waiting'].includes(status)

/** Waits until every execution of the workflows has ended. */
async function settled(member: TestMember, ...workflowIds: string[]) {
  const all = async () => (await Promise.all(workflowIds.map((id) => list(member, id)))).flat()
  await expect
    .poll(async () => {
      const found = await all()
      return found.length > 1 && !found.some(isOpen)
    }, eventually)
    .toBe(true)
  return all()
}

/** A workflow that calls itself in two branches. */
async function publishSelfCall(member: TestMember) {
  const triggers = { hook: webhook, called: ['trigger.called'] as [string] }
  const made = await member.session('POST', '/api/v1/workflows', {
    body: { name: 'Self', graph: graphOf(triggers, []) },
  })
  const { id } = made.body
  const call: [string, object] = ['flow.call', { workflowId: id, wait: false }]
  const graph = graphOf({ ...triggers, one: call, two: call }, [
    ['hook', 'one'],
    ['hook', 'two'],
    ['called', 'one'],
    ['called', 'two'],
  ])
  const done = await member.session('PATCH', `/api/v1/workflows/${id}`, { body: { graph, published: true } })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  return id
}

describe('a workflow that calls itself', () => {
  it('starts no more runs than one run may start, over all levels', async () => {
    const workflowId = await publishSelfCall(ada)
    await (await hook(server, ada, workflowId))({})
    const all = await settled(ada, workflowId)
    expect(all).toHaveLength(21)
    const failed = await read(ada, all.find(({ status }) => status === 'failed')?.id ?? '')
    expect(failed.error).toMatchObject({
      code: 'workflow.too_many_descendants',
      message: expect.stringContaining('has started 20 runs'),
    })
    // The limit is that of one root: another call starts from zero.
    await (await hook(server, ada, workflowId))({})
    await expect.poll(async () => (await list(ada, workflowId)).length, eventually).toBe(42)
  })

  it('through its error workflow starts no more runs either', async () => {
    const failing = await publish(
      ada,
      graphOf({ hook: webhook, called: ['trigger.called'], fail: ['flow.fail', { message: 'No.' }] }, [
        ['hook', 'fail'],
        ['called', 'fail'],
      ]),
    )
    const call: [string, object] = ['flow.call', { workflowId: failing, wait: false }]
    const handler = await publish(
      ada,
      graphOf({ failed: ['trigger.failed', { workflowIds: [failing] }], one: call, two: call }, [
        ['failed', 'one'],
        ['failed', 'two'],
      ]),
    )
    await (await hook(server, ada, failing))({})
    const all = await settled(ada, failing, handler)
    expect(all.length).toBeLessThanOrEqual(21)
    expect(all.filter(({ workflowId }) => workflowId === handler).length).toBeGreaterThan(1)
    await ada.session('DELETE', `/api/v1/workflows/${handler}`)
  })

  it('is slowed down to the runs per minute that one run may start', async () => {
    const limited = await testServer({
      ...workerRole,
      MAILWRIGHT_EXECUTION_DESCENDANTS_PER_MINUTE: '5',
    })
    const bob = await createMember(limited)
    const workflowId = await publishSelfCall(bob)
    await (await hook(limited, bob, workflowId))({})
    const all = await settled(bob, workflowId)
    expect(all).toHaveLength(6)
    const failed = await read(bob, all.find(({ status }) => status === 'failed')?.id ?? '')
    expect(failed.error).toMatchObject({
      code: 'workflow.call_rate_limited',
      kind: 'transient',
      message: expect.stringContaining('MAILWRIGHT_EXECUTION_DESCENDANTS_PER_MINUTE'),
    })
    await limited.close()
  })
})

it('a long chain of nodes still runs at full length', async () => {
  const nodes = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`set${n}`, set({ n })]))
  const done = await finished(ada, await start(chainOf({ hook: webhook, ...nodes })))
  expect(done).toMatchObject({ status: 'succeeded' })
  expect(done.steps).toHaveLength(51)
})
