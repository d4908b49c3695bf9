import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedSmtp, startScriptedSmtp } from '#test/mail/scripted-smtp'
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'
import { deliverMail } from './deliver-mail.ts'
import { databaseFiles } from './file-store.ts'
import { abandonItem, jobsOf, makeDue, notificationsOf } from './fixtures/outbox.store.ts'
import { afterDot, busy, refused, silent } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { createMailPorts } from './mail-ports.ts'
import { cancelItem } from './outbox.store.ts'
import type { RecipientRejection } from './ports.ts'
import { maxAttempts } from './record-outcome.ts'
import { saveSentCopy } from './save-sent-copy.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
let peer: ScriptedSmtp
let outbound: Outbound
const rejection = '550 5.1.1 nobody'
const deferral = '451 4.7.1 greylisted'
let replies: Record<string, string> = {}

beforeAll(async () => {
  box = await testOutbox()
  outbound = createOutbound({ purpose: 'mail', allow: ['127.0.0.0/8'] })
  peer = await startScriptedSmtp({
    on: {
      RCPT: (line, wire, usual) => {
        const reply = replies[/<(\w+)@/.exec(line)?.[1] ?? '']
        if (reply) wire.send(reply)
        else usual()
      },
    },
  })
})
afterAll(async () => {
  await peer.stop()
  await outbound.close()
  await box.close()
})
beforeEach(() => {
  replies = {}
  peer.mails.length = 0
})

const smtp = (): SmtpAccount => ({
  host: peer.host,
  port: peer.port,
  secure: false,
  auth: { user: 'ada', password: 'secret' },
})
const ports = () => ({
  ...createMailPorts({
    outbound,
    files: databaseFiles,
    fetchAttachment: async () => undefined,
    openAccount: async () => ({ smtp: smtp(), imap: { ...smtp(), username: 'x' } as never }),
    sanitise: async (html) => ({ html }),
    writePersonalBody: async () => undefined,
    findSender: async () => ({}),
  }),
  findMailbox: box.ports.findMailbox,
})
const address = (name: string) => `${name}@example.com`
const queue = (...names: string[]) => box.queue({ to: names.map(address) })
/** Delivers over SMTP to the scripted peer. */
const deliver = async (id: string) => {
  await makeDue(box.db, id)
  await deliverMail({ ...box.deps, ports: ports() }, id, box.context)
  return box.state(id)
}
const arrived = () => peer.mails.map(({ recipients }) => recipients)
const errorKinds = async (memberId: string) =>
  (await notificationsOf(box.db, memberId)).map(({ kind, params }) => `${kind} ${params.errorKind}`)

describe('deferred recipients', () => {
  it('get retries of the same mail, without the others, until they are accepted', async () => {
    const { id, memberId } = await queue('ann', 'ben', 'cat')
    replies = { ben: deferral, cat: deferral }
    const first = await deliver(id)
    expect(first).toMatchObject({
      sendStatus: 'pending',
      sendErrorKind: 'recipients_deferred',
      delivered: [address('ann')],
      rejected: [
        { address: address('ben'), code: 451, message: deferral, deferred: true },
        { address: address('cat'), code: 451, message: deferral, deferred: true },
      ],
    })
    expect(first.waitsSeconds).toBeGreaterThan(40)
    expect(first.waitsSeconds).toBeLessThan(80)

    replies = { cat: deferral }
    expect(await deliver(id)).toMatchObject({
      sendStatus: 'pending',
      delivered: [address('ann'), address('ben')],
    })
    replies = {}
    expect(await deliver(id)).toMatchObject({
      sendStatus: 'done',
      sendErrorKind: null,
      rejected: [],
      delivered: [address('ann'), address('ben'), address('cat')],
    })
    expect(arrived()).toEqual([[address('ann')], [address('ben')], [address('cat')]])
    const [one, two, three] = peer.mails.map(({ source }) => source.toString())
    expect([two, three]).toEqual([one, one])
    expect(await notificationsOf(box.db, memberId)).toEqual([])
  })

  it('are retried without the permanently rejected ones, which are reported at once', async () => {
    const { id, memberId } = await queue('ann', 'no', 'ben')
    replies = { no: rejection, ben: deferral }
    await deliver(id)
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
    peer.commands.length = 0
    replies = { no: rejection }
    const state = await deliver(id)
    expect(peer.commands.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:<${address('ben')}>`])
    expect(state).toMatchObject({
      sendStatus: 'done',
      rejected: [{ address: address('no'), code: 550 }],
      delivered: [address('ann'), address('ben')],
    })
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
  })

  it('can be rejected permanently later', async () => {
    const { id, memberId } = await queue('ann', 'ben')
    replies = { ben: deferral }
    await deliver(id)
    replies = { ben: rejection }
    const state = await deliver(id)
    expect(state).toMatchObject({ sendStatus: 'done', rejected: [{ code: 550, message: rejection }] })
    expect(state.rejected[0]).not.toHaveProperty('deferred')
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
  })

  it('are kept while the server is unavailable', async () => {
    const { id } = await queue('ann', 'ben')
    replies = { ben: deferral }
    await deliver(id)
    box.ports.script = async () => busy
    await makeDue(box.db, id)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({
      sendStatus: 'pending',
      delivered: [address('ann')],
      rejected: [{ address: address('ben'), deferred: true }],
    })
    replies = {}
    expect((await deliver(id)).sendStatus).toBe('done')
    expect(arrived()).toEqual([[address('ann')], [address('ben')]])
  })

  it('are given up after the last attempt, and the member is notified', async () => {
    const { id, memberId } = await queue('ann', 'ben')
    replies = { ben: deferral }
    for (let attempt = 1; attempt < maxAttempts; attempt++)
      expect((await deliver(id)).sendStatus).toBe('pending')
    expect(await deliver(id)).toMatchObject({
      sendStatus: 'done',
      attempts: maxAttempts,
      delivered: [address('ann')],
      rejected: [{ address: address('ben'), code: 451 }],
    })
    expect(arrived()).toEqual([[address('ann')]])
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_deferred'])
  })
})

describe('a partly accepted mail', () => {
  const deferred: RecipientRejection[] = [
    { address: address('ben'), code: 451, message: 'later', deferred: true },
  ]
  const queuePartlyAccepted = async () => {
    const item = await queue('ann', 'ben')
    box.ports.dialogues.length = 0
    box.ports.script = afterDot({ state: 'sent', rejected: deferred })
    await box.deliver(item.id)
    await makeDue(box.db, item.id)
    return item
  }

  it('has one copy in Sent from the first acceptance on, and keeps its bytes until the last attempt', async () => {
    const { id } = await queuePartlyAccepted()
    const copy = (await jobsOf(box.db, id)).find(({ task }) => task === 'sending.save-copy')
    expect(copy).toBeDefined()
    box.ports.saved.length = 0
    await saveSentCopy({ ports: box.ports }, { id, look: 0 }, box.context)
    expect(box.ports.saved).toHaveLength(1)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'pending', sentCopy: 'saved' })
    expect((await box.state(id)).source).not.toBeNull()
    box.ports.script = afterDot({ state: 'sent', rejected: [] })
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'done', sentCopy: 'saved', source: null })
    await saveSentCopy({ ports: box.ports }, { id, look: 0 }, box.context)
    expect(box.ports.saved).toHaveLength(1)
  })

  it('cannot be cancelled', async () => {
    const { id, memberId } = await queuePartlyAccepted()
    expect(await cancelItem(box.db, memberId, id)).toBeUndefined()
    expect((await box.state(id)).sendStatus).toBe('pending')
  })

  it('ends as done, not failed, when the deferred recipients are rejected permanently', async () => {
    const { id, memberId } = await queuePartlyAccepted()
    box.ports.script = async () => refused
    await box.deliver(id)
    const state = await box.state(id)
    expect(state).toMatchObject({ sendStatus: 'done', rejected: [{ message: '550 no' }] })
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
  })

  it('ends as done when the outcome of the follow-up is unknown, without another attempt', async () => {
    const { id, memberId } = await queuePartlyAccepted()
    box.ports.script = afterDot(silent)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({
      sendStatus: 'done',
      delivered: [address('ann')],
      rejected: [{ address: address('ben'), message: 'connection lost' }],
    })
    expect(await errorKinds(memberId)).toEqual(['sending.unknown no_answer'])
    await makeDue(box.db, id)
    await box.deliver(id)
    expect(box.ports.dialogues.map(({ envelope }) => envelope.to)).toEqual([
      [address('ann'), address('ben')],
      [address('ben')],
    ])
  })

  it.each([
    ['after the dot mark ends as done, without another attempt', true],
    ['before the dot mark is retried for the deferred recipients', false],
  ])('whose process dies %s', async (_case, marked) => {
    const { id, memberId } = await queuePartlyAccepted()
    await abandonItem(box.db, id, marked, 2)
    box.ports.script = afterDot({ state: 'sent', rejected: [] })
    await box.deliver(id)
    const state = await box.state(id)
    expect(state.sendStatus).toBe('done')
    expect(box.ports.dialogues).toHaveLength(marked ? 1 : 2)
    expect(state.delivered).toEqual(marked ? [address('ann')] : [address('ann'), address('ben')])
    expect(await errorKinds(memberId)).toEqual(marked ? ['sending.unknown interrupted'] : [])
  })
})
