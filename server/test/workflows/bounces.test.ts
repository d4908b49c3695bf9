import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { eventually, finished, publish, stepsOf } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { describeWithMail } from '../mail/available.ts'
import { headersOf, type MailWorld, mailFrom, runOn, startMailWorld } from './mail-world.ts'

let world: MailWorld
let onAny: string
let onHard: string
let onMail: string
let sentId: string
let count = 0

type Report = { status?: string; action?: string; original?: string; reason?: string }

/** A delivery report as mail servers write it. */
const report = (
  subject: string,
  { status = '5.1.1', action = 'failed', original = sentId, reason }: Report,
) =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'Return-Path: <>',
    'To: ada@mail.test',
    `Subject: ${subject}`,
    `Message-ID: <report${++count}@mx.example>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'Your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; bob@mail.test',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${reason ?? `550 ${status} User unknown`}`,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${original}`,
    '',
    '--b--',
    '',
  ].join('\r\n')

type Run = { id: string; messageId: string }
const runsOf = async (workflowId: string, messageId: string): Promise<Run[]> =>
  (await world.get(`/api/v1/executions?workflowId=${workflowId}`)).executions.filter(
    (one: Run) => one.messageId === messageId,
  )
/** The entry of the journal; it is written in the transaction that starts the runs. */
const outcomeOf = async (messageId: string) => {
  const { entry } = await world.get(`/api/v1/messages/${messageId}/journal`)
  return [entry?.outcome, entry?.ruleRef]
}

/** Sends the mail that the reports are about, and publishes the workflows. */
async function prepare() {
  const sender = await publish(
    world.ada,
    chainOf({
      mail: ['trigger.message', { folders: ['folder:Projects'] }],
      send: ['mail.send', { to: 'bob@mail.test', subject: 'Facture nº 7', body: 'Bonjour.' }],
    }),
  )
  const asked = await world.receive(mailFrom('Zoe <zoe@mail.test>', 'Ask once'), 'Ask once')
  await runOn(world.ada, sender, [asked])
  sentId = headersOf(await world.arrived('bob', 'Subject: '))['message-id'] ?? ''
  onAny = await publish(world.ada, chainOf({ bounce: ['trigger.bounce'] }))
  onHard = await publish(world.ada, chainOf({ bounce: ['trigger.bounce', { kind: 'hard' }] }))
  onMail = await publish(
    world.ada,
    chainOf({ mail: ['trigger.message', { includeAutomatic: true, includeLists: true, folders: [] }] }),
  )
}
let preparing: Promise<void> | undefined
const prepared = () => {
  preparing ??= prepare()
  return preparing
}

describeWithMail('a bounce', () => {
  beforeAll(async () => {
    world = await startMailWorld()
  })
  afterAll(() => world?.close())

  it('starts workflows with the address, the reason and the mail that was sent', async () => {
    await prepared()
    const id = await world.receive(
      report('Undelivered Mail', { reason: '550 5.1.1 Boîte inconnue' }),
      'Undelivered Mail',
    )
    const [run] = await runsOf(onAny, id)
    const done = await finished(world.ada, run?.id ?? '')
    expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
    const { items } = await world.get('/api/v1/sending/journal')
    expect(stepsOf(done).bounce?.data).toMatchObject({
      messageId: id,
      kind: 'hard',
      recipients: [{ address: 'bob@mail.test', status: '5.1.1', reason: '550 5.1.1 Boîte inconnue' }],
      sent: { outgoingId: items[0].id, subject: 'Facture nº 7', to: ['bob@mail.test'] },
    })
    expect(await runsOf(onHard, id)).toHaveLength(1)
    expect(await runsOf(onMail, id)).toEqual([])
    expect(await outcomeOf(id)).toEqual(['dispatched', null])
  })

  it.each([
    ['Zustellung verzögert', { status: '4.4.1', action: 'delayed' }, 1, 0],
    ['Boîte pleine', { status: '4.2.2' }, 1, 0],
    ['Correo no entregado', { status: '5.7.1' }, 1, 1],
    ['配信不能', { status: '5.1.1' }, 1, 1],
    ['Доставлено', { status: '2.0.0', action: 'delivered' }, 0, 0],
    ['Consegnato', { status: '2.1.5', action: 'relayed' }, 0, 0],
    ['Onbekende afzender', { status: '5.1.1', original: '<unknown@elsewhere.example>' }, 1, 1],
  ] as const)('%s starts those of its kind', async (subject, how, any, hard) => {
    await prepared()
    const id = await world.receive(report(subject, how), subject)
    expect([(await runsOf(onAny, id)).length, (await runsOf(onHard, id)).length]).toEqual([any, hard])
    expect(await runsOf(onMail, id)).toEqual([])
    expect(await outcomeOf(id)).toEqual(any ? ['dispatched', null] : ['guardrail', 'bounce'])
  })

  it('of a mail that a bounce led to starts nothing', async () => {
    await prepared()
    const teller = await publish(
      world.ada,
      chainOf({
        bounce: ['trigger.bounce'],
        send: ['mail.send', { to: 'carol@mail.test', subject: 'It bounced', body: 'See above.' }],
      }),
    )
    await world.receive(report('First bounce', {}), 'First bounce')
    const told = headersOf(await world.arrived('carol', 'Subject: It bounced'))['message-id'] ?? ''
    const again = await world.receive(report('Second bounce', { original: told }), 'Second bounce')
    expect(await runsOf(teller, again)).toEqual([])
    expect(await runsOf(onAny, again)).toEqual([])
    expect(await outcomeOf(again)).toEqual(['guardrail', 'bounce'])
    await expect.poll(() => world.sources('carol').length, eventually).toBe(1)
  })
})
