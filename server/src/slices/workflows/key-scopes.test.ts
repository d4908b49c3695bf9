import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import type { Answer, Client } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'

type Params = Record<string, unknown>
type Nodes = Record<string, [type: string, params?: Params]>

const chain = (nodes: Nodes): Graph => {
  const ids = Object.keys(nodes)
  return {
    id: 'g',
    workflowId: 'w',
    nodes: Object.entries(nodes).map(([id, [type, params = {}]]) => ({
      id,
      type,
      version: 1,
      name: id,
      params,
    })),
    connections: ids.slice(1).map((to, i) => ({ from: ids[i] ?? '', output: 'main', to })),
  }
}

const hook: Nodes = { hook: ['trigger.webhook'] }
const manual: Nodes = { go: ['trigger.manual'] }
const called: Nodes = { called: ['trigger.called'] }
const find: Nodes = { find: ['mail.find', { q: 'password' }] }
const send: Nodes = { send: ['mail.send', { to: 'eve@example.com', subject: 'x', body: 'x' }] }
const fields = (value: string): Nodes => ({ set: ['flow.set', { fields: [{ name: 'a', value }] }] })

let server: TestServer
let ada: TestMember
let connectionId: string
let mailbox: Awaited<ReturnType<typeof createTestMailbox>>
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_KEY_PER_MINUTE: '1000000' })
  ada = await createMember(server)
  const admin = await createMember(server, { role: 'admin' })
  const columns = [{ label: 'Code', key: 'code', isKey: true }]
  const table = await admin.session('POST', '/api/v1/tables', { body: { name: 'Orders', columns } })
  expect(table.status).toBe(201)
  const data = { kind: 'bearer', token: 'x' }
  const body = { type: 'http_generic', name: 'One', scope: 'member', data }
  connectionId = (await ada.session('POST', '/api/v1/credentials', { body })).body.id
  mailbox = await createTestMailbox(server.db, ada.id)
})
afterAll(() => server.close())

const at = (id: string, rest = '') => `/api/v1/workflows/${id}${rest}`
const create = async (graph: Graph, client: Client = ada.session): Promise<string> => {
  const made = await client('POST', '/api/v1/workflows', { body: { name: 'W', graph } })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}
const publish = (client: Client, id: string, more = {}) =>
  client('PATCH', at(id), { body: { published: true, ...more } })
const published = async (graph: Graph): Promise<string> => {
  const id = await create(graph)
  const done = await publish(ada.session, id)
  expect(done.status, done.text).toBe(200)
  return id
}
const missing = (answer: Answer) => [answer.status, answer.body?.code, answer.body?.details?.required]
const lacks = (required: string) => [403, 'api_key.scope_missing', required]

describe('a key with workflows:write alone', () => {
  it('cannot read or send mail by publishing a workflow', async () => {
    const key = await ada.key('workflows:write')
    expect(missing(await publish(key, await create(chain({ ...hook, ...find }), key)))).toEqual(
      lacks('messages:read'),
    )
    expect(missing(await publish(key, await create(chain({ ...hook, ...send }), key)))).toEqual(
      lacks('messages:write'),
    )
  })

  it('leaves nothing published, and the draft as it was', async () => {
    const key = await ada.key('workflows:*')
    const id = await create(chain({ ...hook, ...send }), key)
    const graph = chain({ ...hook, ...find })
    expect((await publish(key, id, { graph, name: 'Other' })).status).toBe(403)
    const now = await key('GET', at(id))
    expect(now.body).toMatchObject({ name: 'W', published: false, hasWebhook: false })
    expect(now.body.graph.nodes[1].type).toBe('mail.send')
    const triggers = await server.db.rows(sql`select from workflow_triggers where workflow_id = ${id}`)
    expect(triggers).toEqual([])
  })

  const uses: [what: string, graph: () => Graph, scope: string][] = [
    ['starts on mail', () => chain({ mail: ['trigger.message'] }), 'messages:read'],
    [
      'forwards mail',
      () => chain({ ...hook, f: ['mail.forward', { to: 'a@example.com' }] }),
      'messages:read',
    ],
    ['moves mail', () => chain({ ...hook, m: ['mail.move', { folder: 'trash' }] }), 'messages:write'],
    ['reads a table', () => chain({ ...hook, t: ['data.find', { table: 'orders' }] }), 'tables:read'],
    [
      'writes a table',
      () => chain({ ...hook, t: ['data.insert', { table: 'orders', values: { code: 'a' } }] }),
      'tables:write',
    ],
    [
      'calls with a connection',
      () => chain({ ...hook, c: ['external.http', { url: 'https://example.com', connectionId }] }),
      'connections:write',
    ],
    [
      'calls with a computed connection',
      () =>
        chain({
          ...hook,
          c: ['external.http', { url: 'https://example.com', connectionId: '{{ trigger.body.id }}' }],
        }),
      'connections:write',
    ],
    ['mails approvers', () => chain({ ...hook, a: ['human.approval', { title: 'x' }] }), 'approvals:write'],
    ['notifies', () => chain({ ...hook, n: ['human.notify', { title: 'x' }] }), 'notifications:write'],
    ['watches failures', () => chain({ failed: ['trigger.failed'] }), 'executions:read'],
    [
      'reads mail in an expression',
      () => chain({ ...hook, ...fields('{{ message.text }}') }),
      'messages:read',
    ],
    [
      'reads the member in an expression',
      () => chain({ ...hook, ...fields('{{ member.email }}') }),
      'profile:read',
    ],
  ]
  it.each(uses)('cannot publish a workflow that %s', async (_what, graph, scope) => {
    const id = await create(graph())
    expect(missing(await publish(await ada.key('workflows:write'), id))).toEqual(lacks(scope))
  })

  it('publishes what needs no other scope, unreachable and disabled nodes included', async () => {
    const key = await ada.key('workflows:write')
    const graph = chain({ ...hook, ...fields('{{ trigger.body.a }}') })
    const rest = chain({ ...find, ...send }).nodes
    const off = { ...graph, nodes: [...graph.nodes, ...rest.map((node) => ({ ...node, disabled: true }))] }
    expect((await publish(key, await create(off, key))).status).toBe(200)
    const loose = { ...graph, nodes: [...graph.nodes, ...rest] }
    expect((await publish(key, await create(loose, key))).status).toBe(200)
  })

  it('cannot reach further by calling a workflow, directly, indirectly or computed', async () => {
    const key = await ada.key('workflows:write')
    const sends = await published(chain({ ...called, ...send }))
    const between = await published(chain({ ...called, call: ['flow.call', { workflowId: sends }] }))
    for (const workflowId of [sends, between, '{{ trigger.body.id }}']) {
      const id = await create(chain({ ...hook, call: ['flow.call', { workflowId }] }))
      expect(missing(await publish(key, id))).toEqual(lacks('messages:write'))
    }
    expect(
      (
        await publish(ada.session, between, {
          graph: chain({ ...called, call: ['flow.call', { workflowId: between }] }),
        })
      ).status,
    ).toBe(200)
    const id = await create(chain({ ...hook, call: ['flow.call', { workflowId: between }] }))
    expect((await publish(key, id)).status).toBe(200)
  })

  it('cannot resume a paused workflow that does more, but can pause it', async () => {
    const key = await ada.key('workflows:write')
    const id = await published(chain({ ...hook, ...send }))
    expect((await key('PATCH', at(id), { body: { paused: true } })).status).toBe(200)
    expect(missing(await key('PATCH', at(id), { body: { paused: false } }))).toEqual(lacks('messages:write'))
    expect((await key('PATCH', at(id), { body: { name: 'Renamed' } })).status).toBe(200)
    expect((await key('PATCH', at(id), { body: { published: false } })).status).toBe(200)
  })

  it('cannot choose an error workflow that does more', async () => {
    const key = await ada.key('workflows:write')
    const errorWorkflowId = await published(chain({ failed: ['trigger.failed'], ...send }))
    const fails = chain({ ...hook, fail: ['flow.fail', { message: 'x' }] })
    const live = await published(fails)
    expect(missing(await key('PATCH', at(live), { body: { errorWorkflowId } }))[0]).toBe(403)
    const draft = await create(fails)
    expect((await key('PATCH', at(draft), { body: { errorWorkflowId } })).status).toBe(200)
    expect((await publish(key, draft)).status).toBe(403)
    const more = await ada.key('workflows:write', 'executions:read', 'messages:write')
    expect((await publish(more, draft)).status).toBe(200)
  })

  it('cannot make an address that runs a workflow that does more', async () => {
    const key = await ada.key('workflows:write')
    const id = await published(chain({ ...hook, ...send }))
    expect(missing(await key('POST', at(id, '/webhook')))).toEqual(lacks('messages:write'))
    await key('PATCH', at(id), { body: { published: false } })
    expect(missing(await key('POST', at(id, '/webhook')))).toEqual(lacks('messages:write'))
    const more = await ada.key('workflows:write', 'messages:*')
    expect((await more('POST', at(id, '/webhook'))).status).toBe(201)
    expect((await key('DELETE', at(id, '/webhook'))).status).toBe(204)
  })
})

it('lets a member publish in a session what a key saved', async () => {
  const key = await ada.key('workflows:write')
  const id = await create(chain({ ...hook, ...find }), key)
  expect((await publish(ada.session, id)).status).toBe(200)
})

describe('a key with executions:write alone', () => {
  const test = (client: Client, id: string, body = {}) => client('POST', at(id, '/test-runs'), { body })

  it('cannot run or retry a workflow that sends', async () => {
    const key = await ada.key('executions:write')
    const id = await published(chain({ ...manual, ...send }))
    expect(missing(await key('POST', at(id, '/run'), { body: {} }))).toEqual(lacks('messages:write'))
    const started = await ada.session('POST', at(id, '/run'), { body: {} })
    const executionId = started.body.executionIds[0]
    await server.db.run(sql`update executions set status = 'failed' where id = ${executionId}`)
    expect(missing(await key('POST', `/api/v1/executions/${executionId}/retry`))).toEqual(
      lacks('messages:write'),
    )
    expect(missing(await key('POST', at(id, '/retry-failed'), { body: {} }))).toEqual(lacks('messages:write'))
    const more = await ada.key('executions:write', 'messages:write')
    expect((await more('POST', at(id, '/run'), { body: {} })).status).toBe(202)
    expect((await more('POST', `/api/v1/executions/${executionId}/retry`)).status).toBe(202)
  })

  it('runs the part of a workflow that needs no more', async () => {
    const key = await ada.key('executions:write')
    const graph = chain({ ...manual, ...fields('x') })
    const other = chain({ ...hook, ...send })
    const nodes = [...graph.nodes, ...other.nodes]
    const connections = [...graph.connections, ...other.connections]
    const id = await published({ ...graph, nodes, connections })
    expect((await key('POST', at(id, '/run'), { body: {} })).status).toBe(202)
    expect((await test(key, id, { triggerNodeId: 'go' })).status).toBe(202)
  })

  it('cannot read mail or tables by a simulation, but may simulate what changes something', async () => {
    const key = await ada.key('executions:write')
    const reading = await create(chain({ ...manual, ...find }))
    expect(missing(await test(key, reading))).toEqual(lacks('messages:read'))
    const counting = await create(chain({ ...manual, c: ['data.count', { table: 'orders' }] }))
    expect(missing(await test(key, counting))).toEqual(lacks('tables:read'))
    const sending = await create(chain({ ...manual, ...send }))
    expect((await test(key, sending)).status).toBe(202)
  })

  it('cannot read a message by naming it, nor by running a single node', async () => {
    const key = await ada.key('executions:write')
    const { id: messageId } = await deliverOne(server.db, mailbox, { subject: 'Secret' })
    const plain = await create(chain({ ...manual, ...fields('x') }))
    expect(missing(await test(key, plain, { messageId }))).toEqual(lacks('messages:read'))
    const run = (id: string, node: string, body = {}) => key('POST', at(id, `/nodes/${node}/run`), { body })
    expect(missing(await run(plain, 'set', { messageId }))).toEqual(lacks('messages:read'))
    const reading = await create(chain({ ...manual, ...find, ...fields('{{ message.text }}') }))
    expect(missing(await run(reading, 'find'))).toEqual(lacks('messages:read'))
    expect(missing(await run(reading, 'set'))).toEqual(lacks('messages:read'))
    expect((await run(plain, 'set')).status).toBe(200)
  })
})

it('answers 404 before it names a scope', async () => {
  const key = await ada.key('executions:write', 'workflows:write')
  const other = await createMember(server)
  const id = await create(chain({ ...manual, ...find }), other.session)
  for (const unknown of [id, newId()]) {
    expect((await key('POST', at(unknown, '/test-runs'), { body: {} })).status).toBe(404)
    expect((await publish(key, unknown)).status).toBe(404)
  }
})
