import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSession, connect, type LiveClient } from '../../src/platform/live/fixtures/live-client.ts'
import { graphOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { eventually, finished, publish, stepsOf } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { describeWithMail } from '../mail/available.ts'
import { headersOf, type MailWorld, mailFrom, startMailWorld } from './mail-world.ts'

// A mail arrives, a workflow drafts an answer, a person decides; every view tells the same story.

const draft: [string, object] = [
  'mail.draft',
  { body: 'Dear Bob, it costs 100 euros.', reason: 'Check the price', quoteOriginal: false },
]
const onSubject = (word: string): [string, object] => [
  'trigger.message',
  { conditions: [{ field: 'subject', operator: 'contains', value: word }] },
]

let world: MailWorld
let live: LiveClient
const get = (path: string) => world.get(path)
const told = (type: string, id: string) =>
  live.messages
    .filter((one) => one.type === type && one.data.id === id)
    .map(({ data }) => data.reviewStatus ?? data.sendStatus)

type Item = Record<string, unknown> & { id: string; executionId: string }
/** Waits for the draft that answers a message. */
async function draftOf(messageId: string): Promise<Item> {
  const find = async () =>
    (await get('/api/v1/review')).items.find((item: Item) => item.messageId === messageId)
  await expect.poll(find, eventually).toBeDefined()
  return find()
}
/** The notification and the desk say what waits. */
async function expectAnnounced({ id, subject }: Item) {
  const { items } = await get('/api/v1/notifications?unread=true')
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'review.pending', params: expect.objectContaining({ subject }) }),
  )
  expect(await get('/api/v1/desk')).toMatchObject({
    items: [{ kind: 'draft', id, about: { fromEmail: 'bob@mail.test' }, reason: 'Check the price' }],
    counts: { drafts: 1, approvals: 0, total: 1 },
  })
}
const journalOf = async (id: string): Promise<Item> =>
  (await get('/api/v1/sending/journal')).items.find((item: Item) => item.id === id)

async function editAndSend(id: string) {
  const { ada } = world
  const edited = await ada.session('PATCH', `/api/v1/review/${id}`, {
    body: { bodyText: 'Dear Bob, it costs 90 euros.' },
  })
  expect(edited.status, JSON.stringify(edited.body)).toBe(200)
  const sent = await ada.session('POST', `/api/v1/review/${id}/send`, { body: { clientToken: `send-${id}` } })
  expect(sent.status, JSON.stringify(sent.body)).toBe(202)
  expect(sent.body).toMatchObject({ opId: id, message: { id, reviewStatus: 'sent' } })
}

/** What Bob gets is a person's mail: threaded, not marked as automatic, and it says where it comes from. */
async function expectArrived(subject: string) {
  const mail = await world.arrived('bob', `Subject: Re: ${subject}`)
  const messageId = `<${subject.replaceAll(' ', '-')}@mail.test>`
  const headers = headersOf(mail)
  expect(headers).toMatchObject({
    'in-reply-to': messageId,
    references: messageId,
    'x-mailwright-origin': 'workflow; reviewed',
  })
  expect(headers.to).toContain('bob@mail.test')
  expect(headers.from).toContain('ada@mail.test')
  for (const name of ['auto-submitted', 'x-mailwright-loop', 'x-auto-response-suppress'])
    expect(headers).not.toHaveProperty(name)
  expect(mail).toContain('it costs 90 euros')
  expect(mail).not.toContain('100 euros')
}

async function expectSentEverywhere({ id, executionId }: Item, workflowId: string, messageId: string) {
  await expect.poll(async () => (await journalOf(id)).sendStatus, eventually).toBe('done')
  expect(await journalOf(id)).toMatchObject({
    mode: 'draft',
    origin: 'workflow',
    reviewStatus: 'sent',
    recipients: ['bob@mail.test'],
    executionId,
    workflowId,
    nodeId: 'draft',
    messageId,
  })
  expect(await get('/api/v1/review')).toMatchObject({ items: [], pendingCount: 0 })
  expect(await get('/api/v1/desk/counts')).toMatchObject({ total: 0 })
  const done = await finished(world.ada, executionId)
  expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'succeeded', messageId })
  expect(stepsOf(done).draft).toMatchObject({ data: { id, held: true }, effects: [{ kind: 'mail.held' }] })
  await expect
    .poll(() => new Set(told('review.updated', id)), eventually)
    .toEqual(new Set(['pending', 'sent']))
  await expect.poll(() => told('sending.updated', id).at(-1), eventually).toBe('done')
  const { threadId } = await get(`/api/v1/messages/${messageId}`)
  const thread = async () => (await get(`/api/v1/threads/${threadId}`)).messages.length
  await expect.poll(thread, eventually).toBe(2)
}

type Figures = { received: number; automatedEmails: number; draftsPrepared: number; sentByWorkflows: number }
const figures = async (workflowId: string): Promise<Figures> =>
  (await get(`/api/v1/dashboard/mail?period=24h&workflowId=${workflowId}`)).current

async function expectOnDashboard(workflowId: string) {
  expect(await figures(workflowId)).toMatchObject({
    automatedEmails: 1,
    draftsPrepared: 1,
    sentByWorkflows: 1,
  })
  const { current } = await get(`/api/v1/dashboard/executions?period=24h&workflowId=${workflowId}`)
  expect(current).toMatchObject({ total: 1, successRate: 1 })
}

/** Visits the link in the mail to Carol, who has no account, and submits its form. */
async function approveByLink(title: string) {
  const mail = await world.arrived('carol', `Subject: Approval needed: ${title}`)
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = /https?:\/\/\S+\/api\/v1\/approvals\/t\/[\w-]+\/approve/.exec(text)?.[0] ?? ''
  const clicked = await fetch(link, { method: 'POST' })
  expect(await clicked.text()).toContain('Approved by a link sent to carol@mail.test')
}

describeWithMail('a drafted answer on real servers', () => {
  beforeAll(async () => {
    world = await startMailWorld()
    live = await connect(world.server.url, asSession(world.ada.sessionToken))
  })
  afterAll(async () => {
    await live?.close()
    await world?.close()
  })

  it('waits, is edited and sent, and arrives as an answer of the person', async () => {
    const workflowId = await publish(
      world.ada,
      graphOf({ mail: onSubject('Price'), draft }, [['mail', 'draft']]),
    )
    const subject = 'Price wanted'
    const messageId = await world.receive(mailFrom('Bob <bob@mail.test>', subject), subject)
    const item = await draftOf(messageId)
    expect(item).toMatchObject({
      subject: `Re: ${subject}`,
      reviewStatus: 'pending',
      sendStatus: 'held',
      reviewReason: 'Check the price',
      workflowId,
    })
    expect(await get('/api/v1/review')).toMatchObject({ pendingCount: 1 })
    await expectAnnounced(item)
    await editAndSend(item.id)
    await expectArrived(subject)
    await expectSentEverywhere(item, workflowId, messageId)
    await expectOnDashboard(workflowId)
  })

  it('waits after somebody from outside has approved it by a link', async () => {
    const ask: [string, object] = [
      'human.approval',
      { title: 'Answer {{ sender.name }}?', approvers: 'carol@mail.test' },
    ]
    const workflowId = await publish(
      world.ada,
      graphOf({ mail: onSubject('Order'), ask, draft }, [
        ['mail', 'ask'],
        ['ask', 'draft', 'approved'],
      ]),
    )
    const subject = 'Order wanted'
    const messageId = await world.receive(mailFrom('Bob <bob@mail.test>', subject), subject)
    await approveByLink('Answer Bob?')
    const item = await draftOf(messageId)
    await editAndSend(item.id)
    await expectArrived(subject)
    await expectSentEverywhere(item, workflowId, messageId)
    await expectOnDashboard(workflowId)
    expect(stepsOf(await finished(world.ada, item.executionId)).ask?.data).toMatchObject({
      decidedBy: 'a link sent to carol@mail.test',
    })
  })

  it('is gone when the member answers first in another mail program', async () => {
    const workflowId = await publish(
      world.ada,
      graphOf({ mail: onSubject('Question'), draft }, [['mail', 'draft']]),
    )
    const subject = 'Question asked'
    const messageId = await world.receive(mailFrom('Bob <bob@mail.test>', subject), subject)
    const { id } = await draftOf(messageId)
    const answer = [
      'From: Ada <ada@mail.test>',
      'To: Bob <bob@mail.test>',
      `Subject: Re: ${subject}`,
      'Message-ID: <from-the-phone@mail.test>',
      'In-Reply-To: <Question-asked@mail.test>',
      'References: <Question-asked@mail.test>',
      `Date: ${new Date().toUTCString()}`,
      '',
      'Already done, Bob.',
      '',
    ].join('\r\n')
    await world.elsewhere((client) => client.append('Sent', answer, ['\\Seen']))
    await expect.poll(() => told('review.updated', id).at(-1), eventually).toBe('gone')
    expect(await journalOf(id)).toMatchObject({
      reviewStatus: 'gone',
      sendStatus: 'cancelled',
      reviewReason: 'You answered this conversation yourself.',
    })
    expect(await get('/api/v1/review')).toMatchObject({ items: [], pendingCount: 0 })
    expect(await get('/api/v1/desk/counts')).toMatchObject({ total: 0 })
    const late = await world.ada.session('POST', `/api/v1/review/${id}/send`, {
      body: { clientToken: `send-${id}` },
    })
    expect([late.status, late.body.code]).toEqual([410, 'review.content_gone'])
    expect(await figures(workflowId)).toMatchObject({ draftsPrepared: 1, sentByWorkflows: 0 })
    expect(world.sources('bob').filter((mail) => mail.includes(`Subject: Re: ${subject}`))).toEqual([])
  })
})
