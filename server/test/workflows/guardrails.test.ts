import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { publish, stepsOf } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { describeWithMail } from '../mail/available.ts'
import { type MailWorld, mailFrom, runOn, startMailWorld } from './mail-world.ts'

const answer: [string, object] = ['mail.reply', { body: 'An automatic answer.' }]
const bob = 'Bob <bob@mail.test>'
const machines = {
  'an automatic reply': [mailFrom(bob, 'Away', ['Auto-Submitted: auto-replied']), 'Away'],
  'a mailing list': [mailFrom(bob, 'Digest', ['List-Id: <news.mail.test>']), 'Digest'],
  'a sender who reads no answers': [mailFrom('Shop <no-reply@mail.test>', 'Receipt'), 'Receipt'],
  'a mail that is not addressed to us': [
    mailFrom(bob, 'Hidden').replace('To: ada@mail.test', 'To: others@mail.test'),
    'Hidden',
  ],
} as const

let world: MailWorld
let everyone: string
let workflowId: string
const ids: Record<string, string> = {}

type Item = { id: string; executionId: string; sendStatus: string }
type Incident = { executionId: string; errorSummary: string }
const itemOf = async (executionId: string) =>
  (await world.get('/api/v1/sending/journal')).items.find((one: Item) => one.executionId === executionId)
const incidentOf = async (executionId: string) =>
  (await world.get('/api/v1/executions/incidents')).items.find(
    (one: Incident) => one.executionId === executionId,
  )
const answerTo = async (messageId: string | undefined) => {
  const [done] = await runOn(world.ada, workflowId, [messageId ?? ''])
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  return done
}

/** The mail is held for review with its reason, and nothing was sent. */
async function expectHeld(done: Awaited<ReturnType<typeof answerTo>>, reason: string) {
  expect(stepsOf(done).answer).toMatchObject({ data: { held: true }, effects: [{ kind: 'mail.held' }] })
  expect(await itemOf(done.id)).toMatchObject({
    mode: 'draft',
    sendStatus: 'held',
    reviewStatus: 'pending',
    reviewReason: reason,
  })
  expect((await incidentOf(done.id)).errorSummary).toBe(`A mail was held for review. ${reason}`)
}

describeWithMail('automatic mail', () => {
  beforeAll(async () => {
    world = await startMailWorld({ MAILWRIGHT_LIMIT_AUTOMATIC_PER_RECIPIENT_DAY: '2' })
    everyone = await publish(world.ada, chainOf({ mail: ['trigger.message'], answer }))
    for (const [name, [source, subject]] of Object.entries(machines))
      ids[name] = await world.receive(source, subject)
    await world.ada.session('PATCH', `/api/v1/workflows/${everyone}`, { body: { published: false } })
    workflowId = await publish(
      world.ada,
      chainOf({ mail: ['trigger.message', { folders: ['folder:Projects'] }], answer }),
    )
  })
  afterAll(() => world?.close())

  it.each([
    ['an automatic reply', 'The message that it answers was not written by a person.'],
    ['a mailing list', 'The message that it answers was not written by a person.'],
    ['a sender who reads no answers', 'The message that it answers comes from an address that nobody reads.'],
    ['a mail that is not addressed to us', 'The message that it answers is not addressed to you.'],
  ])('holds the reply to %s for review', async (name, reason) => {
    await expectHeld(await answerTo(ids[name]), reason)
  })

  it('does not start for automatic mail', async () => {
    const { executions } = await world.get(`/api/v1/executions?workflowId=${everyone}`)
    const started = executions.map((one: { messageId: string }) => one.messageId)
    expect(started).not.toContain(ids['an automatic reply'])
    expect(started).not.toContain(ids['a mailing list'])
  })

  it('replies to a message once', async () => {
    const id = await world.receive(mailFrom(bob, 'Twice'), 'Twice')
    const first = await answerTo(id)
    expect(stepsOf(first).answer).toMatchObject({ data: { held: false } })
    await expectHeld(await answerTo(id), 'A workflow has already answered this message.')
    await world.arrived('bob', 'Subject: Re: Twice')
    expect(await incidentOf(first.id)).toBeUndefined()
  })

  it('holds mail above a limit instead of sending it', async () => {
    const carol = 'Carol <carol@mail.test>'
    const mails = await Promise.all(
      ['First', 'Second', 'Third'].map((subject) => world.receive(mailFrom(carol, subject), subject)),
    )
    for (const id of mails.slice(0, 2))
      expect(stepsOf(await answerTo(id)).answer).toMatchObject({ data: { held: false } })
    await expectHeld(
      await answerTo(mails[2]),
      'This person has already had 2 automatic messages from this mailbox today.',
    )
    for (const subject of ['First', 'Second']) await world.arrived('carol', `Subject: Re: ${subject}`)
    expect(world.sources('carol').filter((one) => one.includes('Subject: Re: Third'))).toEqual([])
  })
})
