import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { chainOf, graphOf, set } from './fixtures/graphs.ts'
import { finished, hook, publish, stepsOf, workerRole } from './fixtures/run-workflow.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer(workerRole)
  ada = await createMember(server)
})
afterAll(() => server.close())

const webhook: [string] = ['trigger.webhook']
const runOnce = async (graph: ReturnType<typeof graphOf>, body: unknown = {}) => {
  const call = await hook(server, ada, await publish(ada, graph))
  return finished(ada, await call(body))
}
const isBig = {
  conditions: [{ type: 'number', value: '{{ trigger.body.amount }}', operator: 'gt', compareTo: 100 }],
}

it('runs a graph from its webhook to its end and records every step', async () => {
  const done = await runOnce(
    chainOf({
      hook: webhook,
      first: set({ total: '{{ trigger.body.amount * 2 }}' }),
      second: set({ text: 'Total: {{ steps.first.data.total }}' }),
    }),
    { amount: 21 },
  )
  expect(done).toMatchObject({
    status: 'succeeded',
    simulated: false,
    triggerData: { amount: 21 },
    error: null,
  })
  expect(stepsOf(done)).toMatchObject({
    hook: { status: 'succeeded', data: { amount: 21 } },
    first: { data: { total: 42 }, attempt: 1, output: 'main' },
    second: { data: { text: 'Total: 42' } },
  })
})

it('follows one branch of a fork, skips the other and merges after them', async () => {
  const graph = graphOf(
    {
      hook: webhook,
      fork: ['flow.if', isBig],
      big: set({ size: 'big' }),
      small: set({ size: 'small' }),
      end: set({ all: '{{ steps.big?.data?.size ?? steps.small?.data?.size }}' }),
    },
    [
      ['hook', 'fork'],
      ['fork', 'big', 'true'],
      ['fork', 'small', 'false'],
      ['big', 'end'],
      ['small', 'end'],
    ],
  )
  const steps = stepsOf(await runOnce(graph, { amount: 500 }))
  expect(steps.big).toMatchObject({ status: 'succeeded' })
  expect(steps.small).toMatchObject({ status: 'skipped' })
  expect(steps.end).toMatchObject({ status: 'succeeded', data: { all: 'big' } })
})

it('runs the body of a loop for each item and collects the results', async () => {
  const graph = graphOf(
    {
      hook: webhook,
      each: ['flow.loop', { list: '{{ trigger.body.items }}', concurrency: 2 }],
      double: set({ twice: '{{ loop.item.n * 2 }}' }),
      sum: set({ sum: '{{ sum(map(steps.each.data.items, x => x.twice)) }}' }),
    },
    [
      ['hook', 'each'],
      ['each', 'double', 'item'],
      ['double', 'each'],
      ['each', 'sum', 'done'],
    ],
  )
  const done = await runOnce(graph, { items: [{ n: 1 }, { n: 2 }, { n: 3 }] })
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(done.steps.filter(({ nodeId }: { nodeId: string }) => nodeId === 'double')).toHaveLength(3)
  expect(stepsOf(done).sum?.data).toEqual({ sum: 12 })
  expect(stepsOf(done).each).toMatchObject({
    loop: { total: 3, started: 3, succeeded: 3, failed: 0, concurrency: 2, status: 'done' },
  })
})

it('fails on a missing value, opens one incident and notifies the member', async () => {
  const done = await runOnce(chainOf({ hook: webhook, bad: set({ x: '{{ trigger.body.nothing }}' }) }))
  expect(done).toMatchObject({ status: 'failed', error: { code: 'expression.missing', nodeId: 'bad' } })
  const { body } = await ada.session('GET', '/api/v1/executions/incidents')
  expect(body.items.filter((one: { executionId: string }) => one.executionId === done.id)).toHaveLength(1)
  const feed = await ada.session('GET', '/api/v1/notifications')
  expect(feed.body.items[0]).toMatchObject({ kind: 'execution.failed', params: { executionId: done.id } })
})

it('follows the error port or continues after a failure, as configured', async () => {
  const fails: [string, object] = ['flow.fail', { message: 'No.' }]
  const byPort = await runOnce(
    graphOf(
      {
        hook: webhook,
        fail: [...fails, { onError: 'errorPort' }],
        after: set({ why: '{{ steps.fail.data.error.message }}' }),
      },
      [
        ['hook', 'fail'],
        ['fail', 'after', 'error'],
      ],
    ),
  )
  expect(byPort.status).toBe('succeeded')
  expect(stepsOf(byPort).after?.data).toEqual({ why: 'No.' })
  const continued = await runOnce(
    chainOf({
      hook: webhook,
      fail: [...set({ x: '{{ trigger.body.nothing }}' }), { onError: 'continue' }],
      after: set({ ok: true }),
    }),
  )
  expect(continued.status).toBe('succeeded')
  expect(stepsOf(continued)).toMatchObject({ fail: { status: 'failed' }, after: { status: 'succeeded' } })
})

it('lists the executions of a period, its beginning included and its end not', async () => {
  const { id, createdAt } = await runOnce(chainOf({ hook: webhook, first: set({ a: 1 }) }))
  const later = new Date(Date.parse(createdAt) + 1).toISOString()
  const ids = async (query: string) =>
    (await ada.session('GET', `/api/v1/executions/period?${query}`)).body.executions.map(
      (execution: { id: string }) => execution.id,
    )
  expect(await ids(`from=${createdAt}&to=${later}`)).toContain(id)
  expect(await ids(`to=${createdAt}`)).not.toContain(id)
  expect(await ids(`from=${later}`)).toEqual([])
})
