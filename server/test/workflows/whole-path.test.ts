import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSession, connect, type LiveClient } from '../../src/platform/live/fixtures/live-client.ts'
import { graphOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { eventually, finished, publish, stepsOf } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember } from '../factories.ts'
import { describeWithMail } from '../mail/available.ts'
import { headersOf, type MailWorld, mailFrom, startMailWorld } from './mail-world.ts'

const orders = graphOf(
  {
    mail: ['trigger.message', { conditions: [{ field: 'subject', operator: 'contains', value: 'order' }] }],
    label: ['mail.label', { add: ['Orders'] }],
    customer: [
      'data.find',
      { table: 'customers', filters: [{ column: 'email', operator: 'eq', value: '{{ sender.email }}' }] },
    ],
    ask: [
      'human.approval',
      {
        title: 'Answer {{ steps.customer.data.first.values.name }}?',
        details: '{{ message.text }}',
        approvers: 'carol@mail.test',
      },
    ],
    reply: [
      'mail.reply',
      { body: 'Dear {{ steps.customer.data.first.values.name }}, your order is on its way.' },
    ],
    unknown: ['human.notify', { title: 'Unknown customer' }],
  },
  [
    ['mail', 'label'],
    ['label', 'customer'],
    ['customer', 'ask', 'found'],
    ['customer', 'unknown', 'none'],
    ['ask', 'reply', 'approved'],
  ],
)

let world: MailWorld
let live: LiveClient
const get = (path: string) => world.get(path)

async function prepare() {
  const admin = await createMember(world.server, { role: 'admin' })
  const columns = [
    { label: 'Email', key: 'email' },
    { label: 'Name', key: 'name' },
  ]
  const table = await admin.session('POST', '/api/v1/tables', { body: { name: 'Customers', columns } })
  expect(table.status).toBe(201)
  const row = await admin.session('POST', '/api/v1/tables/customers/rows', {
    body: { values: { email: 'bob@mail.test', name: 'Bob Stone' } },
  })
  expect(row.status, JSON.stringify(row.body)).toBe(201)
  return publish(world.ada, orders)
}

/** Visits the link in the mail to Carol, then submits its form. */
async function approveByLink(approvalId: string) {
  const approvalMail = await world.arrived('carol', 'Subject: Approval needed: Answer Bob Stone?')
  const text = approvalMail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = /https?:\/\/\S+\/api\/v1\/approvals\/t\/[\w-]+\/approve/.exec(text)?.[0] ?? ''
  expect(link.startsWith(world.server.url)).toBe(true)
  const page = await fetch(link)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await page.text()).toContain('Answer Bob Stone?')
  const [pending] = (await get('/api/v1/approvals')).approvals
  expect(pending).toMatchObject({ id: approvalId, status: 'pending' })
  const clicked = await fetch(link, { method: 'POST' })
  expect(await clicked.text()).toContain('Approved by a link sent to carol@mail.test')
}

const expectAnswer = (reply: string) => {
  const headers = headersOf(reply)
  expect(headers).toMatchObject({
    subject: 'Re: New order',
    'in-reply-to': '<New-order@mail.test>',
    'auto-submitted': 'auto-replied',
    references: '<New-order@mail.test>',
    'x-auto-response-suppress': 'All',
    'x-mailwright-loop': expect.stringMatching(/^v1 /),
  })
  expect(headers.to).toContain('bob@mail.test')
  expect(headers.from).toContain('ada@mail.test')
  expect(reply).toContain('your order is on its way')
}

async function expectOneStory(id: string, workflowId: string, messageId: string) {
  const done = await finished(world.ada, id)
  expect(done, JSON.stringify(done.error)).toMatchObject({
    status: 'succeeded',
    workflowId,
    messageId,
    mailboxId: world.mailboxId,
    simulated: false,
    triggerType: 'trigger.message',
    error: null,
    messageHeadline: { subject: 'New order', fromName: 'Bob', fromEmail: 'bob@mail.test' },
  })
  expect(stepsOf(done)).toMatchObject({
    label: { status: 'succeeded', effects: [{ kind: 'mail.label' }] },
    customer: { output: 'found', data: { count: 1 } },
    ask: { output: 'approved', data: { decision: 'approved', decidedBy: 'a link sent to carol@mail.test' } },
    reply: { status: 'succeeded', effects: [{ kind: 'mail.queued' }] },
    unknown: { status: 'skipped' },
  })
  const { executions } = await get(`/api/v1/executions?workflowId=${workflowId}`)
  expect(executions).toMatchObject([{ id, status: 'succeeded', messageId }])
  const journal = await get(`/api/v1/messages/${messageId}/journal`)
  expect(journal).toMatchObject({
    entry: { outcome: 'dispatched' },
    executions: [{ id, status: 'succeeded' }],
  })
  expect((await get(`/api/v1/messages/${messageId}`)).classification).toEqual({ labels: ['Orders'] })
  const summary = await get('/api/v1/executions/summary')
  expect(summary).toMatchObject({ total: 1, succeeded: 1, failed: 0, running: 0, lastFailedAt: null })
  expect((await get('/api/v1/executions/incidents')).items).toEqual([])
  expect((await get('/api/v1/executions/waiting')).executions).toEqual([])
  const { items } = await get('/api/v1/notifications')
  expect(items).toMatchObject([
    { kind: 'approval.decided', params: { subject: 'New order', decision: 'approved' } },
    { kind: 'approval.pending', params: { subject: 'New order' } },
  ])
}

async function expectJournalOfSending(id: string, messageId: string) {
  const items = async () => (await get('/api/v1/sending/journal')).items
  await expect
    .poll(async () => (await items()).map((one: { sendStatus: string }) => one.sendStatus), eventually)
    .toEqual(['done', 'done'])
  expect(await items()).toMatchObject([
    { origin: 'workflow', recipients: ['bob@mail.test'], executionId: id, nodeId: 'reply', messageId },
    { origin: 'approval', recipients: ['carol@mail.test'], executionId: id, nodeId: 'ask' },
  ])
}

/** The events of the run on the live channel, in order and without duplicates. */
const toldOf = (type: string, of: (data: Record<string, unknown>) => unknown) =>
  live.messages.filter((one) => one.type === type).map(({ data }) => of(data))

describeWithMail('a workflow on real servers', () => {
  beforeAll(async () => {
    world = await startMailWorld()
    live = await connect(world.server.url, asSession(world.ada.sessionToken))
  })
  afterAll(async () => {
    await live?.close()
    await world?.close()
  })

  it('replies to a mail once approved, and every view of the run agrees', async () => {
    const workflowId = await prepare()
    const messageId = await world.receive(mailFrom('Bob <bob@mail.test>', 'New order'), 'New order')
    const waiting = async () => (await get('/api/v1/executions/waiting')).executions
    await expect.poll(async () => (await waiting()).length, eventually).toBe(1)
    const [{ executionId, approvalId, nodeId }] = await waiting()
    expect(nodeId).toBe('ask')
    await approveByLink(approvalId)
    await expectOneStory(executionId, workflowId, messageId)
    expectAnswer(await world.arrived('bob', 'Subject: Re: New order'))
    await expectJournalOfSending(executionId, messageId)
    await expect
      .poll(() => toldOf('approval.updated', ({ status }) => status), eventually)
      .toEqual(['pending', 'approved'])
    await expect
      .poll(() => toldOf('execution.updated', ({ status }) => status), eventually)
      .toContain('succeeded')
    for (const type of ['message.received', 'message.updated', 'notification.created', 'sending.updated'])
      expect(live.messages.map((one) => one.type)).toContain(type)
    expect(live.messages.map((one) => one.type)).not.toContain('incident.created')
    // The reply is in the thread of the original, once.
    const { threadId } = await get(`/api/v1/messages/${messageId}`)
    const thread = async () => (await get(`/api/v1/threads/${threadId}`)).messages
    await expect.poll(async () => (await thread()).length, eventually).toBe(2)
  })
})
