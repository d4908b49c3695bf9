import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { readMessageTrigger } from '../../composition/message-triggers.ts'
import { countTriggerRuns } from './count-trigger-runs.ts'
import { daysAgo, deliverMany } from './fixtures/mailbox.ts'

let server: TestServer
let ada: TestMember
let mailbox: TestMailbox
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id)
})

type Trigger = { params?: object; type?: string; disabled?: boolean }

const create = async (...triggers: Trigger[]) => {
  const nodes = triggers.map((trigger, at) => ({
    id: `start${at}`,
    name: `Start ${at}`,
    version: 1,
    type: 'trigger.message',
    ...trigger,
  }))
  const graph = { id: 'g', workflowId: 'w', nodes, connections: [] }
  const { body, status, text } = await ada.session('POST', '/api/v1/workflows', {
    body: { name: 'Invoices', graph },
  })
  expect(status, text).toBe(201)
  return body.id as string
}
const history = async (id: string, query = '') => {
  const { body, status, text } = await ada.session('GET', `/api/v1/workflows/${id}/trigger-history${query}`)
  expect(status, text).toBe(200)
  return body
}
const on = (field: string, value: unknown, operator?: string) => ({
  params: { conditions: [{ field, value, ...(operator && { operator }) }] },
})
const invoices = (i: number) => ({ subject: `Invoice ${i}`, from: { email: `shop${i}@fair.example` } })

it('counts the received mail that the trigger matches, with the newest as examples', async () => {
  const stored = await deliverMany(server, mailbox, 40, invoices)
  await deliverMany(server, mailbox, 3, () => ({ subject: 'Lunch' }))
  await deliverMany(server, mailbox, 2, (i) => ({ ...invoices(i), folder: 'spam' }))
  await deliverMany(server, mailbox, 2, (i) => ({ ...invoices(i), folder: 'sent', flags: { sent: true } }))
  const id = await create(on('subject', 'invoice', 'contains'))
  const found = await history(id)
  expect(found).toMatchObject({ days: 30, complete: true, messages: 33, runs: 30 })
  expect(Date.now() - Date.parse(found.since)).toBeGreaterThan(29.9 * 86_400_000)
  expect(found.examples).toHaveLength(10)
  expect(found.examples[0]).toEqual({
    messageId: stored[0]?.id,
    from: 'shop0@fair.example',
    subject: 'Invoice 0',
    receivedAt: expect.any(String),
  })
  expect(await history(id, '?days=7')).toMatchObject({ days: 7, messages: 10, runs: 7 })
  expect(await history(id, '?days=90')).toMatchObject({ messages: 43, runs: 40 })
})

it('counts a message once when two triggers match, in all mailboxes, without triggers that are switched off', async () => {
  const other = await createTestMailbox(server.db, ada.id)
  await deliverMany(server, mailbox, 2, invoices)
  await deliverMany(server, other, 3, invoices)
  const { params } = on('subject', 'invoice', 'contains')
  const off = { params: {}, disabled: true }
  expect(await history(await create({ params }, on('from', 'fair.example', 'domain'), off))).toMatchObject({
    runs: 5,
  })
  const only = await create({ params: { ...params, mailboxIds: [other.id] } })
  expect(await history(only)).toMatchObject({ messages: 5, runs: 3 })
})

it('finds words anywhere in a body, as dispatching does', async () => {
  const bodyText = `${'x'.repeat(20_000)} total due`
  await deliverMany(server, mailbox, 3, () => ({ bodyText }))
  await deliverMany(server, mailbox, 60, () => ({ bodyText: 'nothing' }))
  const id = await create(on('body', 'total due', 'contains'))
  expect(await history(id, '?days=90')).toMatchObject({ messages: 63, runs: 3 })
})

it('leaves out senders that are not taken in', async () => {
  await deliverMany(server, mailbox, 4, invoices)
  const id = await create({ params: {} })
  expect(await history(id)).toMatchObject({ runs: 4 })
  const scope = { mode: 'exclude', domains: [], emails: ['shop1@fair.example'] }
  expect((await ada.session('PUT', '/api/v1/scope', { body: scope })).status).toBe(200)
  expect(await history(id)).toMatchObject({ messages: 4, runs: 3 })
})

it('evaluates the draft, and the published version when there is none', async () => {
  await deliverMany(server, mailbox, 2, invoices)
  const stop = { type: 'flow.stop' }
  const id = await create(on('subject', 'order', 'contains'), stop)
  expect(await history(id)).toMatchObject({ runs: 0 })
  const { body } = await ada.session('GET', `/api/v1/workflows/${id}`)
  const [start, end] = body.graph.nodes
  const graph = {
    ...body.graph,
    nodes: [{ ...start, ...on('subject', 'invoice', 'contains') }, end],
    connections: [{ from: start.id, output: 'main', to: end.id }],
  }
  await ada.session('PATCH', `/api/v1/workflows/${id}`, { body: { graph } })
  expect(await history(id)).toMatchObject({ runs: 2 })
  expect((await ada.session('PATCH', `/api/v1/workflows/${id}`, { body: { published: true } })).status).toBe(
    200,
  )
  expect(await history(id)).toMatchObject({ runs: 2 })
})

it('says how far it came when its time is over, and counts nothing older', async () => {
  await deliverMany(server, mailbox, 3, invoices)
  const workflowId = await create({ params: {} })
  const readTrigger = (params: Record<string, unknown>) =>
    readMessageTrigger(params) && {
      matches: () => true,
      needsBody: () => false,
      readsContent: false,
      readsBody: false,
      readsThread: false,
    }
  const request = { memberId: ada.id, workflowId, days: 30 }
  const found = await countTriggerRuns(server.db, { readTrigger }, request, AbortSignal.abort())
  expect(found).toMatchObject({ complete: false, messages: 0, runs: 0 })
  expect(Date.parse(found.since)).toBeGreaterThan(Date.parse(daysAgo(0.1)))
})

it('refuses a workflow without a message trigger, and one of another member', async () => {
  const id = await create({ type: 'trigger.manual' })
  const { status, body } = await ada.session('GET', `/api/v1/workflows/${id}/trigger-history`)
  expect([status, body.code, body.details.reason]).toEqual([409, 'workflow.conflict', 'no_message_trigger'])
  const bob = await createMember(server)
  const other = await bob.session('GET', `/api/v1/workflows/${id}/trigger-history`)
  expect([other.status, other.body.code]).toEqual([404, 'workflow.not_found'])
})
