import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { findOriginal } from '../messages/index.ts'
import { deliverMail } from './deliver-mail.ts'
import { createMessage } from './fixtures/messages.store.ts'
import { countItems, createMailbox, jobsOf, makeDue, stateOf } from './fixtures/outbox.store.ts'
import { scriptedPorts } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'

let server: TestServer
let ada: TestMember
let bob: TestMember
let mailboxId: string
let box: Awaited<ReturnType<typeof testOutbox>>

beforeAll(async () => {
  server = await testServer()
  box = await testOutbox()
  ada = await createMember(server)
  bob = await createMember(server)
  mailboxId = await createMailbox(server.db, ada.id)
})
afterAll(async () => {
  await server.close()
  await box.close()
})

const mail = (more: object = {}) => ({
  mailboxId,
  to: ['bob@example.com'],
  subject: 'Hello',
  bodyText: 'Hi',
  clientToken: newId(),
  ...more,
})
const send = (more: object = {}, who = ada) =>
  who.session('POST', '/api/v1/messages/send', { body: mail(more) })

/** Delivers the mail to a scripted mail server and returns its source. */
async function deliver(id: string) {
  const ports = { ...scriptedPorts(), findOriginal }
  await makeDue(server.db, id)
  await deliverMail({ ...box.deps, ports }, id, { ...box.context, db: server.db })
  return String((ports.dialogues ?? [])[0]?.source)
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
}

describe('POST /messages/send', () => {
  it('records and queues the mail, and sends nothing before the undo period ends', async () => {
    const { status, body } = await send()
    expect(status).toBe(202)
    expect(body).toEqual({ opId: expect.any(String), duplicate: false })
    const [job] = await jobsOf(server.db, body.opId)
    expect(job).toMatchObject({ task: 'sending.deliver' })
    expect(job?.inSeconds).toBeGreaterThan(2)
    expect(await stateOf(server.db, body.opId)).toMatchObject({ sendStatus: 'pending', source: null })
  })

  it('creates one mail for fifty concurrent requests with the same token', async () => {
    const cleo = await createMember(server)
    const own = await createMailbox(server.db, cleo.id)
    const clientToken = 'one and the same'
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send({ mailboxId: own, clientToken }, cleo)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(answers.map(({ body }) => body.opId)).size).toBe(1)
    expect(answers.filter(({ body }) => !body.duplicate)).toHaveLength(1)
    expect(await countItems(server.db, cleo.id)).toBe(1)
  })

  it('keeps the tokens of two members apart', async () => {
    const own = await createMailbox(server.db, bob.id)
    const clientToken = newId()
    await send({ clientToken })
    expect((await send({ clientToken, mailboxId: own }, bob)).body.duplicate).toBe(false)
  })

  it('accepts a token of any length', async () => {
    const clientToken = 'é'.repeat(100_000)
    const first = await send({ clientToken })
    expect((await send({ clientToken })).body).toEqual({ opId: first.body.opId, duplicate: true })
  })

  it.each(['', ' ', '\n'])('rejects the blank token %j', async (clientToken) => {
    const { status, body } = await send({ clientToken })
    expect([status, body.code]).toEqual([400, 'request.bad_request'])
    expect(body.details.issues[0].path).toBe('/clientToken')
  })

  it('rejects a token that was used for another mail, and accepts that mail with a new one', async () => {
    const dora = await createMember(server)
    const [own, other] = [await createMailbox(server.db, dora.id), await createMailbox(server.db, dora.id)]
    const clientToken = newId()
    const first = await send({ mailboxId: own, clientToken }, dora)
    const others = [
      { subject: 'Hello again' },
      { bodyText: 'Ho' },
      { bodyHtml: '<p>Hi</p>' },
      { to: ['bob@example.com', 'eve@example.com'] },
      { bcc: ['eve@example.com'] },
      { quoteOriginal: true },
      { mailboxId: other },
    ]
    for (const one of others) {
      const { status, body } = await send({ mailboxId: own, clientToken, ...one }, dora)
      expect([one, status, body.code]).toEqual([one, 422, 'idempotency.key_reused'])
    }
    expect((await send({ mailboxId: own, clientToken, cc: [] }, dora)).body).toEqual({
      opId: first.body.opId,
      duplicate: true,
    })
    expect((await send({ mailboxId: own, ...others[0] }, dora)).body.duplicate).toBe(false)
    expect(await countItems(server.db, dora.id)).toBe(2)
  })

  it('accepts one of several mails that use a token at the same time', async () => {
    const finn = await createMember(server)
    const own = await createMailbox(server.db, finn.id)
    const clientToken = newId()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        send({ mailboxId: own, clientToken, subject: `Mail ${i % 2}` }, finn),
      ),
    )
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.duplicate === true)).toHaveLength(9)
    expect(answers.filter(({ body }) => body.code === 'idempotency.key_reused')).toHaveLength(10)
    expect(await countItems(server.db, finn.id)).toBe(1)
  })

  it("returns 404 for another member's mailbox and for an unknown one", async () => {
    const foreign = await createMailbox(server.db, bob.id)
    for (const id of [foreign, newId(), 'nope']) {
      const { status, body } = await send({ mailboxId: id })
      expect([status, body.code]).toEqual([404, 'mailbox.not_found'])
    }
  })

  it.each(['disconnected', 'error'])('rejects a mailbox that is %s', async (status) => {
    const own = await createMailbox(server.db, ada.id, { status })
    const answer = await send({ mailboxId: own })
    expect([answer.status, answer.body.code]).toEqual([409, 'mailbox.not_active'])
  })

  it("returns 404 for another member's message to answer or forward", async () => {
    const foreign = await createMessage(server.db, await createMailbox(server.db, bob.id), 'x@example.com')
    for (const field of ['replyToMessageId', 'forwardOfMessageId'])
      for (const id of [foreign.id, newId(), 'nope']) {
        const { status, body } = await send({ [field]: id })
        expect([status, body.code]).toEqual([404, 'webmail.message_not_found'])
      }
  })

  it('names each attachment that does not exist or is not theirs', async () => {
    const { status, body } = await send({ attachments: [{ id: newId() }, { id: 'nope' }] })
    expect([status, body.code]).toEqual([400, 'request.bad_request'])
    expect(body.details.issues.map((issue: { path: string }) => issue.path)).toEqual([
      '/attachments/0/id',
      '/attachments/1/id',
    ])
  })

  it('is rate limited by mailbox, and says how long to wait', async () => {
    const limited = await testServer({ MAILWRIGHT_LIMIT_SEND_PER_MINUTE: '2' })
    const dan = await createMember(limited)
    const [one, other] = [await createMailbox(limited.db, dan.id), await createMailbox(limited.db, dan.id)]
    const attempt = (id: string, clientToken = newId()) =>
      dan.session('POST', '/api/v1/messages/send', { body: mail({ mailboxId: id, clientToken }) })
    await attempt(one, 'a')
    await attempt(one)
    const answer = await attempt(one)
    expect([answer.status, answer.body.code]).toEqual([429, 'sending.rate_limited'])
    const seconds = Number(answer.headers.get('retry-after'))
    expect(answer.body.details.retryAfterMs).toBe(seconds * 1000)
    expect([(await attempt(other)).status, (await attempt(one, 'a')).body.duplicate]).toEqual([202, true])
    expect(await countItems(limited.db, dan.id)).toBe(3)
    await limited.close()
  })
})

describe('the sent mail', () => {
  it('replies in the thread, quotes the original and adds the prefix once', async () => {
    const { id, threadId } = await createMessage(server.db, mailboxId, 'first@example.com')
    const { body } = await send({ replyToMessageId: id, quoteOriginal: true, subject: '' })
    const source = await deliver(body.opId)
    expect(source).toContain('In-Reply-To: <first@example.com>')
    expect(source).toMatch(/References: <root@example.com>\s+<first@example.com>/)
    expect(source).toContain('Subject: Re: Question')
    expect(source).toContain('> How are you?')
    const journal = await ada.session('GET', '/api/v1/sending/journal?limit=1')
    expect(journal.body.items[0]).toMatchObject({
      id: body.opId,
      messageId: id,
      threadId,
      sendStatus: 'done',
    })
  })

  it('forwards with the original below, in text and HTML, and starts a new thread', async () => {
    const { id } = await createMessage(server.db, mailboxId, 'second@example.com')
    const { body } = await send({ forwardOfMessageId: id, subject: '', bodyHtml: '<b>FYI</b>' })
    const source = await deliver(body.opId)
    expect(source).toContain('Subject: Fwd: Question')
    expect(source).toContain('Forwarded message')
    expect(source).toContain('<p>How are you?</p>')
    expect(source).not.toContain('In-Reply-To')
  })

  it('has no header injected by the subject, and no Bcc recipients', async () => {
    const { body } = await send({ subject: 'Hi\r\nX-Evil: 1', bcc: ['secret@example.com'] })
    const source = await deliver(body.opId)
    expect(source).toContain('Subject: Hi X-Evil: 1')
    expect(source).not.toContain('secret@example.com')
  })
})

describe('GET /sending/journal', () => {
  it('lists the items of the member, newest first, by page and filter', async () => {
    const eve = await createMember(server)
    const [one, other] = [await createMailbox(server.db, eve.id), await createMailbox(server.db, eve.id)]
    const ids: string[] = []
    for (const id of [one, other, one]) ids.unshift((await send({ mailboxId: id }, eve)).body.opId)
    const list = async (query: string) => (await eve.session('GET', `/api/v1/sending/journal?${query}`)).body
    const first = await list('limit=2')
    const second = await list(`limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
    expect((await list(`mailboxId=${other}`)).items).toMatchObject([
      { id: ids[1], recipients: ['bob@example.com'] },
    ])
    expect((await list('sendStatus=done')).items).toEqual([])
    expect((await list('workflowId=nope')).items).toEqual([])
  })
})
