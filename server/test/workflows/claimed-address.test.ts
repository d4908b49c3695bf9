import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { publish } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember } from '../factories.ts'
import { describeWithMail } from '../mail/available.ts'
import { headersOf, type MailWorld, mailFrom, runOn, startMailWorld } from './mail-world.ts'

let world: MailWorld

const connect = async (address: string, user: string) => {
  const member = await createMember(world.server)
  const { dovecot, exim } = world
  const { username, password } = dovecot.user(user)
  const { status, body } = await member.session('POST', '/api/v1/mailboxes/imap', {
    body: {
      address,
      username,
      password,
      allowInvalidCertificate: true,
      imapHost: 'localhost',
      imapPort: dovecot.imapPort,
      imapSecure: false,
      smtpHost: 'localhost',
      smtpPort: exim.smtpPort,
      smtpSecure: false,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
}

describeWithMail('a mailbox address that another member claims', () => {
  beforeAll(async () => {
    world = await startMailWorld({ MAILWRIGHT_MAIL_SERVERS: 'localhost' })
  })
  afterAll(() => world?.close())

  it('does not take its owner off the replies of others, unless it is proven', async () => {
    const victim = 'bob@mail.test'
    // Signs in as carol and says that the mailbox is bob's; then as carol with carol's own address.
    await connect(victim, 'carol')
    const message = mailFrom('Zoe <zoe@mail.test>', 'To all of us', [`Cc: ${victim}, carol@mail.test`])
    const id = await world.receive(message, 'To all of us')
    const answer = async (subject: string) => {
      const reply = ['mail.reply', { body: 'Yes.', subject, replyAll: true }] as [string, object]
      const workflowId = await publish(world.ada, chainOf({ mail: ['trigger.message'], node: reply }))
      const [done] = await runOn(world.ada, workflowId, [id])
      expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
      return headersOf(await world.arrived('bob', subject)).cc
    }
    expect(await answer('First answer')).toBe(`${victim}, carol@mail.test`)
    await connect('carol@mail.test', 'carol')
    const held = await publish(
      world.ada,
      chainOf({
        mail: ['trigger.message'],
        node: ['mail.draft', { body: 'Yes.', subject: 'Second', replyAll: true, place: 'drafts' }],
      }),
    )
    const [done] = await runOn(world.ada, held, [id])
    expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
    expect(headersOf(await world.arrived('ada', 'Second', 'Drafts')).cc).toBe(victim)
  })
})
