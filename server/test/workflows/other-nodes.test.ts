import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chainOf, graphOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  finished,
  hook,
  publish,
  stepsOf,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type Listening, listen } from '../mail/listen.ts'
import { type TestServer, testServer } from '../server.ts'

type Graph = ReturnType<typeof graphOf>
type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

let server: TestServer
let ada: TestMember
let far: Listening
/** The requests the remote service received, and its next answers. */
const seen: Seen[] = []
const answers: { status: number; body?: unknown; headers?: Record<string, string> }[] = []

const newService = () =>
  createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const { status, body: said = {}, headers } = answers.shift() ?? { status: 200 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(said))
  })

beforeAll(async () => {
  far = await listen(newService())
  server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: `127.0.0.1:${far.port}` })
  ada = await createMember(server)
  const admin = await createMember(server, { role: 'admin' })
  const columns = [
    { label: 'Code', key: 'code', isKey: true },
    { label: 'Amount', key: 'amount', type: 'number' },
    { label: 'State', key: 'state' },
  ]
  for (const name of ['Orders', 'Tried']) {
    const made = await admin.session('POST', '/api/v1/tables', { body: { name, columns } })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
  const keys = await admin.session('POST', '/api/v1/tables', {
    body: { name: 'Keys', columns: [{ label: 'Key', key: 'key', isKey: true }] },
  })
  expect(keys.status).toBe(201)
})
beforeEach(() => {
  seen.length = 0
  answers.length = 0
})
afterAll(async () => {
  await server?.close()
  await far?.stop()
})

const runOnce = async (graph: Graph, body: unknown = {}) =>
  finished(ada, await (await hook(server, ada, await publish(ada, graph)))(body))
const dryRun = async (graph: Graph, triggerData: object = {}) => {
  const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Try', graph } })
  const tried = await ada.session('POST', `/api/v1/workflows/${made.body.id}/test-runs`, {
    body: { triggerData },
  })
  expect(tried.status, JSON.stringify(tried.body)).toBe(202)
  return finished(ada, tried.body.executionId)
}
const rowsOf = async (table: string) =>
  (await ada.session('GET', `/api/v1/tables/${table}/rows`)).body.rows.map(
    (row: { values: object }) => row.values,
  )

const one = (column: string, operator: string, value: unknown) => [{ column, operator, value }]
const work = (table: string) =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      add: ['data.insert', { table, values: { code: '{{ trigger.body.code }}', amount: 10 } }],
      raise: ['data.upsert', { table, values: { code: '{{ trigger.body.code }}', amount: 20 } }],
      other: ['data.upsert', { table, values: { code: 'other', amount: 1 } }],
      change: ['data.update', { table, filters: one('amount', 'gt', 5), values: { state: 'big' } }],
      count: ['data.count', { table, filters: one('state', 'eq', 'big') }],
      find: [
        'data.find',
        { table, filters: one('amount', 'gte', 1), sort: { column: 'amount', direction: 'desc' } },
      ],
      remove: ['data.delete', { table, filters: one('code', 'eq', 'other') }],
      none: ['data.find', { table, filters: one('code', 'eq', 'other') }],
    },
    [
      ['hook', 'add'] as const,
      ['add', 'raise'] as const,
      ['raise', 'other'] as const,
      ['other', 'change'] as const,
      ['change', 'count'] as const,
      ['count', 'find'] as const,
      ['find', 'remove', 'found'],
      ['remove', 'none'],
    ].map(([from = '', to = '', output]) => [from, to, output] as [string, string, string?]),
  )

it('works on the rows of a real table', async () => {
  const done = await runOnce(work('orders'), { code: 'A-1' })
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done)).toMatchObject({
    add: { effects: [{ kind: 'table.inserted' }] },
    raise: { data: { created: false } },
    other: { data: { created: true } },
    count: { data: { count: 1 } },
    find: {
      output: 'found',
      data: { count: 2, first: { values: { code: 'A-1', amount: 20, state: 'big' } } },
    },
    none: { output: 'none' },
  })
  expect(await rowsOf('orders')).toEqual([{ code: 'A-1', amount: 20, state: 'big' }])
})

it('recognises a key it has seen before', async () => {
  const graph = graphOf(
    {
      hook: ['trigger.webhook'],
      seen: ['data.seen_before', { table: 'keys', key: '{{ trigger.body.key }}' }],
    },
    [['hook', 'seen']],
  )
  expect(stepsOf(await dryRun(graph, { key: 'x' })).seen).toMatchObject({ output: 'new' })
  expect(stepsOf(await runOnce(graph, { key: 'x' })).seen).toMatchObject({ output: 'new' })
  expect(stepsOf(await runOnce(graph, { key: 'x' })).seen).toMatchObject({ output: 'seen', effects: [] })
  expect(await rowsOf('keys')).toEqual([{ key: 'x' }])
})

it('does not change a table in a simulated run', async () => {
  const done = await dryRun(
    chainOf({
      hook: ['trigger.webhook'],
      add: ['data.insert', { table: 'tried', values: { code: 'B' } }],
      put: ['data.upsert', { table: 'tried', values: { code: 'B' } }],
      change: ['data.update', { table: 'tried', filters: one('code', 'eq', 'B'), values: { amount: 1 } }],
      drop: ['data.delete', { table: 'tried', filters: one('code', 'eq', 'B') }],
    }),
  )
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done).add).toMatchObject({ effects: [{ simulated: true }] })
  expect(await rowsOf('tried')).toEqual([])
})

it('fails with the error of the table when a value does not fit its column', async () => {
  const add = ['data.insert', { table: 'orders', values: { code: 'C', amount: 'many' } }] as [string, object]
  const done = await runOnce(chainOf({ hook: ['trigger.webhook'], add }))
  expect(done).toMatchObject({ status: 'failed', error: { nodeId: 'add', kind: 'permanent' } })
  expect(done.error.code).toMatch(/^tables\./)
})

it('notifies the member, and nobody in a simulated run', async () => {
  const title = 'Order {{ trigger.body.code }} is late'
  const graph = chainOf({ hook: ['trigger.webhook'], tell: ['human.notify', { title, severity: 'warning' }] })
  const notices = async () =>
    (await ada.session('GET', '/api/v1/notifications')).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'workflow.notice',
    )
  expect((await dryRun(graph, { code: 'A' })).status).toBe('succeeded')
  expect(await notices()).toEqual([])
  const { id } = await runOnce(graph, { code: 'A' })
  expect(await notices()).toMatchObject([
    { severity: 'warning', params: { title: 'Order A is late', executionId: id }, link: `/executions/${id}` },
  ])
})

const call = (params: object, more = {}): Graph =>
  chainOf({ hook: ['trigger.webhook'], call: ['external.http', { ...params }, more] })
const address = () => `http://127.0.0.1:${far.port}/v1/orders`

it('calls a service with the secret of a connection, and shows it nowhere', async () => {
  const token = 'a-long-enough-token-9876'
  const made = await ada.session('POST', '/api/v1/credentials', {
    body: { type: 'http_generic', name: 'Shop', scope: 'member', data: { kind: 'bearer', token } },
  })
  expect(made.status).toBe(201)
  answers.push({ status: 201, body: { id: 7 } })
  const body = { kind: 'json', value: { code: '{{ trigger.body.code }}' } }
  const graph = call({
    url: address(),
    method: 'POST',
    query: { dry: false },
    body,
    connectionId: made.body.id,
  })
  const done = await runOnce(graph, { code: 'A-1' })
  expect(stepsOf(done).call, JSON.stringify(done.error)).toMatchObject({
    data: { status: 201, body: { id: 7 } },
    effects: [{ kind: 'http.called' }],
  })
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/v1/orders?dry=false',
      body: '{"code":"A-1"}',
      headers: { authorization: `Bearer ${token}` },
    },
  ])
  expect(seen[0]?.headers['idempotency-key']).toBeTruthy()
  expect(JSON.stringify(done)).not.toContain(token)
  const tried = await dryRun(graph, { code: 'A-1' })
  expect(tried.status, JSON.stringify(tried.error)).toBe('succeeded')
  expect(stepsOf(tried).call).toMatchObject({ effects: [{ simulated: true }] })
  expect(seen).toHaveLength(1)
})

it('retries when a service is unavailable, and not when it rejects the request', async () => {
  answers.push({ status: 503 }, { status: 200, body: { ok: true } })
  const retry = { retry: { maxAttempts: 3, delayMs: 1_000 } }
  const done = await runOnce(call({ url: address() }, retry))
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  expect(stepsOf(done).call).toMatchObject({
    attempt: 2,
    data: { body: { ok: true } },
    attempts: [{ attempt: 1, code: 'http.unavailable', kind: 'transient', retried: true }],
  })
  answers.push({ status: 404 })
  const refused = await runOnce(call({ url: address() }, retry))
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'http.refused', attempts: 1 } })
  expect(seen).toHaveLength(3)
})

it('never reaches a private address that is not allowed', async () => {
  const near = await listen(newService())
  for (const url of [
    `http://127.0.0.1:${near.port}/`,
    `http://localhost:${near.port}/`,
    `http://[::ffff:127.0.0.1]:${near.port}/`,
    `http://2130706433:${near.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]) {
    const done = await runOnce(call({ url, timeoutMs: 2_000 }))
    expect(done, url).toMatchObject({ status: 'failed', error: { nodeId: 'call', kind: 'permanent' } })
  }
  answers.push({ status: 302, headers: { location: `http://127.0.0.1:${near.port}/` } })
  expect(await runOnce(call({ url: address() }))).toMatchObject({ status: 'failed' })
  expect(seen).toHaveLength(1)
  await near.stop()
})
