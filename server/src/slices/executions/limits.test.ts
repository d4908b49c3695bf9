import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type Listening, listen } from '#test/mail/listen'
import { type TestServer, testServer } from '#test/server'
import { chainOf, graphOf, set } from './fixtures/graphs.ts'
import { eventually, finished, hook, publish, read, stepsOf, workerRole } from './fixtures/run-workflow.ts'

let server: TestServer
let ada: TestMember
let external: Listening
/** Calls that the external service has not answered yet, and their peak number. */
const open: ServerResponse[] = []
let peak = 0
const answerAll = () => {
  for (const response of open.splice(0)) response.writeHead(200).end('{}')
}

beforeAll(async () => {
  external = await listen(
    createServer((_request, response) => {
      open.push(response)
      peak = Math.max(peak, open.length)
    }),
  )
  server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: `127.0.0.1:${external.port}` })
  ada = await createMember(server)
})
afterAll(async () => {
  answerAll()
  await server.close()
  await external.stop()
})

const webhook: [string] = ['trigger.webhook']
const call = (): [string, object] => ['external.http', { url: `http://127.0.0.1:${external.port}/` }]
const start = async (graph: ReturnType<typeof graphOf>, body: unknown = {}, more: object = {}) =>
  (await hook(server, ada, await publish(ada, graph, more)))(body)

it('keeps a decision that arrives before the run has paused', async () => {
  const graph = graphOf(
    { hook: webhook, ask: ['human.approval', { title: 'Well?' }], slow: call(), yes: set({ ok: true }) },
    [
      ['hook', 'ask'],
      ['hook', 'slow'],
      ['ask', 'yes', 'approved'],
    ],
  )
  const id = await start(graph)
  await expect.poll(() => open.length, eventually).toBe(1)
  const found = async () => {
    const { body } = await ada.session('GET', '/api/v1/approvals')
    return body.approvals.find((one: { executionId: string }) => one.executionId === id)
  }
  await expect.poll(found, eventually).toBeDefined()
  expect((await read(ada, id)).status).toBe('running')
  const approval = await found()
  await ada.session('POST', `/api/v1/approvals/${approval.id}/decide`, { body: { decision: 'approve' } })
  answerAll()
  const done = await finished(ada, id)
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done)).toMatchObject({
    ask: { output: 'approved' },
    yes: { status: 'succeeded' },
    slow: { status: 'succeeded' },
  })
})

it('times out a slow node and retries it as configured', async () => {
  const graph = chainOf({
    hook: webhook,
    slow: [...call(), { timeoutMs: 5_000, retry: { maxAttempts: 2, delayMs: 1_000 } }],
  })
  const done = await finished(ada, await start(graph))
  expect(done).toMatchObject({ status: 'failed', error: { nodeId: 'slow', kind: 'transient', attempts: 2 } })
  expect(stepsOf(done).slow).toMatchObject({
    attempts: [
      { attempt: 1, retried: true },
      { attempt: 2, retried: false },
    ],
  })
  answerAll()
})

it('fails a run that exceeds the time limit of its workflow', async () => {
  const id = await start(chainOf({ hook: webhook, slow: call() }), {}, { executionTimeoutMs: 1_500 })
  const done = await finished(ada, id)
  expect(done).toMatchObject({ status: 'failed', error: { code: 'execution.timeout' } })
  answerAll()
})

it('truncates large step data, marks it, and passes on the same data after a wait', async () => {
  const [type, params] = set({ copy: '{{ trigger.body.text }}' })
  const graph = chainOf({
    hook: webhook,
    big: [type, { ...params, keepInput: true }],
    wait: ['flow.delay', { wait: { kind: 'until', date: '{{ trigger.body.until }}' } }],
    size: set({ size: '{{ count(steps.big.data.copy) }}' }),
  })
  const until = new Date(Date.now() + 1_000).toISOString()
  const done = await finished(ada, await start(graph, { text: 'x'.repeat(150_000), until }))
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  const { big, size } = stepsOf(done)
  expect(big).toMatchObject({ dataTruncated: true })
  const keptLength = String(big?.data?.copy).length
  expect(keptLength).toBeLessThan(150_000)
  expect(size?.data).toEqual({ size: keptLength })
})

it('waits inside a loop and resumes each item', async () => {
  const graph = graphOf(
    {
      hook: webhook,
      each: ['flow.loop', { list: '{{ trigger.body.items }}', concurrency: 3 }],
      wait: ['flow.delay', { wait: { kind: 'until', date: '{{ trigger.body.until }}' } }],
      name: set({ n: '{{ loop.item }}' }),
      end: set({ all: '{{ map(steps.each.data.items, x => x.n) }}' }),
    },
    [
      ['hook', 'each'],
      ['each', 'wait', 'item'],
      ['wait', 'name'],
      ['name', 'each'],
      ['each', 'end', 'done'],
    ],
  )
  const until = new Date(Date.now() + 1_000).toISOString()
  const id = await start(graph, { items: ['a', 'b', 'c', 'd'], until })
  const done = await finished(ada, id)
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done).end?.data).toEqual({ all: ['a', 'b', 'c', 'd'] })
})

it('continues with the other items after one fails, if configured', async () => {
  const graph = graphOf(
    {
      hook: webhook,
      each: ['flow.loop', { list: '{{ trigger.body.items }}', onItemError: 'continue' }],
      half: set({ half: '{{ loop.item.n / 2 }}' }),
      end: set({ failed: '{{ steps.each.data.failed }}', ok: '{{ steps.each.data.succeeded }}' }),
    },
    [
      ['hook', 'each'],
      ['each', 'half', 'item'],
      ['half', 'each'],
      ['each', 'end', 'done'],
    ],
  )
  const done = await finished(ada, await start(graph, { items: [{ n: 2 }, {}, { n: 6 }] }))
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done).end?.data).toEqual({ failed: 1, ok: 2 })
})

it('runs no more runs of a workflow at once than its concurrency limit', async () => {
  const workflowId = await publish(ada, chainOf({ hook: webhook, slow: call() }), { maxConcurrency: 2 })
  const post = await hook(server, ada, workflowId)
  peak = 0
  const ids = await Promise.all(Array.from({ length: 8 }, () => post({})))
  // Long enough for all eight calls to be open at once if the limit were ignored.
  const answering = setInterval(answerAll, 250)
  for (const id of ids) expect((await finished(ada, id)).status).toBe('succeeded')
  clearInterval(answering)
  expect(peak).toBe(2)
})

it('enforces the concurrency limit while webhook calls keep arriving', async () => {
  const workflowId = await publish(ada, chainOf({ hook: webhook, one: set({ ok: true }) }), {
    maxConcurrency: 2,
  })
  const post = await hook(server, ada, workflowId)
  const state = async () =>
    (
      await server.db.pool.query(
        `select count(*) filter (where owner is not null)::int as running,
           count(*) filter (where status = 'succeeded')::int as done from executions where workflow_id = $1`,
        [workflowId],
      )
    ).rows[0]
  let peakRunning = 0
  let isDone = false
  const watching = (async () => {
    while (!isDone) peakRunning = Math.max(peakRunning, (await state()).running)
  })()
  const calls = Array.from({ length: 6 }, async () => {
    for (let i = 0; i < 60; i++) await post({ i })
  })
  await Promise.all(calls)
  await expect.poll(async () => (await state()).done).toBe(360)
  isDone = true
  await watching
  expect(peakRunning).toBeLessThanOrEqual(2)
})
