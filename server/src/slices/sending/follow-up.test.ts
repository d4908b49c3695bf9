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
import { saveSentCopy } from './save-sent-copy.ts'
import { maxAttempts } from './record-outcome.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
let peer: ScriptedSmtp
let outbound: Outbound
const no = '550 5.1.1 nobody'
const later = '451 4.7.1 greylisted'
let verdicts: Record<string, string> = {}

beforeAll(async () => {
  box = await testOutbox()
  outbound = createOutbound({ allow: ['127.0.0.0/8'] })
  peer = await startScriptedSmtp({
    on: {
      RCPT: (line, wire, usual) => {
        const said = verdicts[/<(\w+)@/.exec(line)?.[1] ?? '']
        if (said) wire.send(said)
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
  verdicts = {}
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
    findSender: async () => ({}),
  }),
  findMailbox: box.ports.findMailbox,
})
const address = (name: string) => `${name}@example.com`
const queue = (...names: string[]) => box.queue({ to: names.map(address) })
/** Over the wire, to the peer. */
const deliver = async (id: string) => {
  await makeDue(box.db, id)
  await deliverMail({ ...box.deps, ports: ports() }, id, box.context)
  return box.state(id)
}
const arrived = () => peer.mails.map(({ recipients }) => recipients)
const errorKinds = async (memberId: string) =>
  (await notificationsOf(box.db, memberId)).map(({ kind, params }) => `${kind} ${params.errorKind}`)

describe('recipients whom the server puts off', () => {
  it('are tried again alone, with the same mail, until they have it', async () => {
    const { id, memberId } = await queue('ann', 'ben', 'cat')
    verdicts = { ben: later, cat: later }
    const first = await deliver(id)
    expect(first).toMatchObject({
      sendStatus: 'pending',
      sendErrorKind: 'recipients_deferred',
      delivered: [address('ann')],
      rejected: [
        { address: address('ben'), code: 451, message: later, deferred: true },
        { address: address('cat'), code: 451, message: later, deferred: true },
      ],
    })
    expect(first.waitsSeconds).toBeGreaterThan(40)
    expect(first.waitsSeconds).toBeLessThan(80)

    verdicts = { cat: later }
    expect(await deliver(id)).toMatchObject({
      sendStatus: 'pending',
      delivered: [address('ann'), address('ben')],
    })
    verdicts = {}
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

  it('are told from those who are refused for good: these are told at once and left alone', async () => {
    const { id, memberId } = await queue('ann', 'no', 'ben')
    verdicts = { no, ben: later }
    await deliver(id)
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
    peer.commands.length = 0
    verdicts = { no }
    const state = await deliver(id)
    expect(peer.commands.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:<${address('ben')}>`])
    expect(state).toMatchObject({
      sendStatus: 'done',
      rejected: [{ address: address('no'), code: 550 }],
      delivered: [address('ann'), address('ben')],
    })
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
  })

  it('may be refused for good later', async () => {
    const { id, memberId } = await queue('ann', 'ben')
    verdicts = { ben: later }
    await deliver(id)
    verdicts = { ben: no }
    const state = await deliver(id)
    expect(state).toMatchObject({ sendStatus: 'done', rejected: [{ code: 550, message: no }] })
    expect(state.rejected[0]).not.toHaveProperty('deferred')
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
  })

  it('stay remembered while the server is away', async () => {
    const { id } = await queue('ann', 'ben')
    verdicts = { ben: later }
    await deliver(id)
    box.ports.script = async () => busy
    await makeDue(box.db, id)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({
      sendStatus: 'pending',
      delivered: [address('ann')],
      rejected: [{ address: address('ben'), deferred: true }],
    })
    verdicts = {}
    expect((await deliver(id)).sendStatus).toBe('done')
    expect(arrived()).toEqual([[address('ann')], [address('ben')]])
  })

  it('are given up after the last attempt, and the member is told', async () => {
    const { id, memberId } = await queue('ann', 'ben')
    verdicts = { ben: later }
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

describe('a mail that has left for some', () => {
  const deferred: RecipientRejection[] = [{ address: address('ben'), code: 451, message: 'later', deferred: true }]
  const partly = async () => {
    const item = await queue('ann', 'ben')
    box.ports.dialogues.length = 0
    box.ports.script = afterDot({ state: 'sent', rejected: deferred })
    await box.deliver(item.id)
    await makeDue(box.db, item.id)
    return item
  }

  it('has one copy in Sent, from the first on, and keeps its bytes until the last', async () => {
    const { id } = await partly()
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
    const { id, memberId } = await partly()
    expect(await cancelItem(box.db, memberId, id)).toBeUndefined()
    expect((await box.state(id)).sendStatus).toBe('pending')
  })

  it('is done when the rest is refused for good, never failed', async () => {
    const { id, memberId } = await partly()
    box.ports.script = async () => refused
    await box.deliver(id)
    const state = await box.state(id)
    expect(state).toMatchObject({ sendStatus: 'done', rejected: [{ message: '550 no' }] })
    expect(await errorKinds(memberId)).toEqual(['sending.failed recipients_refused'])
  })

  it('is done when nobody knows of the rest, who are not tried again', async () => {
    const { id, memberId } = await partly()
    box.ports.script = afterDot(silent)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({
      sendStatus: 'done',
      delivered: [address('ann')],
      rejected: [{ address: address('ben'), message: 'the line was cut' }],
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
    ['after the mark is done, and the rest is not tried again', true],
    ['before the mark goes on with the rest', false],
  ])('and whose process dies %s', async (_what, marked) => {
    const { id, memberId } = await partly()
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
