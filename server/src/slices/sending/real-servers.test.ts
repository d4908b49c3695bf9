import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { describeWithMail } from '../../../test/mail/available.ts'
import { type Dovecot, startDovecot } from '../../../test/mail/dovecot.ts'
import { type Exim, startExim } from '../../../test/mail/exim.ts'
import { newId } from '../../platform/ids/ids.ts'
import { until } from '../../platform/jobs/fixtures/until.ts'
import { createMessage } from './fixtures/messages.store.ts'
import { stateOf } from './fixtures/outbox.store.ts'

describeWithMail('mail through real servers', () => {
  let dovecot: Dovecot
  let exim: Exim
  let server: TestServer
  let ada: TestMember
  let mailboxId: string
  beforeAll(async () => {
    dovecot = await startDovecot({ users: ['ada', 'bob'] })
    exim = await startExim({ dovecot, users: ['ada'] })
    const allow = [dovecot.imapPort, exim.smtpPort].map((port) => `localhost:${port}`).join(',')
    const environment = { MAILWRIGHT_OUTBOUND_ALLOW: allow, MAILWRIGHT_UNDO_SECONDS: '0' }
    server = await testServer({ ...environment, MAILWRIGHT_ROLES: 'api,worker' }, { mail: {} })
    ada = await createMember(server)
    const body = {
      ...dovecot.user('ada'),
      allowInvalidCertificate: true,
      imapHost: 'localhost',
      smtpHost: 'localhost',
      imapPort: dovecot.imapPort,
      imapSecure: false,
      smtpPort: exim.smtpPort,
      smtpSecure: false,
    }
    mailboxId = (await ada.session('POST', '/api/v1/mailboxes/imap', { body })).body.mailboxId
  })
  afterAll(async () => {
    await server?.close()
    await exim?.stop()
    await dovecot?.stop()
  })

  const mailsOf = (name: string, folder?: string) =>
    ['new', 'cur'].flatMap((part) => {
      const path = join(dovecot.maildir(name, folder), part)
      try {
        return readdirSync(path).map((file) => readFileSync(join(path, file), 'utf8'))
      } catch {
        return []
      }
    })
  const about = (subject: string) => (mail: string) => mail.includes(`Subject: ${subject}`)
  const send = async (more: object) => {
    const mail = { mailboxId, to: ['bob@mail.test'], bodyText: 'Hi', clientToken: newId(), ...more }
    const { status, body } = await ada.session('POST', '/api/v1/messages/send', { body: mail })
    expect([status, body.code]).toEqual([202, undefined])
    return body.opId as string
  }
  const reaches = (id: string, key: 'sendStatus' | 'sentCopy', value: string) =>
    until(async () => (await stateOf(server.db, id))?.[key] === value)

  it('delivers a reply once, in its thread, with one copy in Sent', async () => {
    const { id: replyToMessageId } = await createMessage(server.db, mailboxId, 'asked@example.com')
    const id = await send({
      subject: 'Answer',
      replyToMessageId,
      quoteOriginal: true,
      bcc: ['ada@mail.test'],
    })
    await reaches(id, 'sendStatus', 'done')
    await reaches(id, 'sentCopy', 'saved')
    await until(() => mailsOf('bob').filter(about('Answer')).length > 0)
    // A duplicate would arrive before a mail that is sent later.
    await send({ subject: 'Marker' })
    await until(() => mailsOf('bob').some(about('Marker')))
    const [arrived, ...more] = mailsOf('bob').filter(about('Answer'))
    expect(more).toEqual([])
    expect(arrived).toContain('In-Reply-To: <asked@example.com>')
    expect(arrived).toContain('> How are you?')
    expect(arrived).not.toMatch(/^Bcc:/im)
    const [saved, ...others] = mailsOf('ada', 'Sent').filter(about('Answer'))
    expect(others).toEqual([])
    expect(saved).toMatch(/^Bcc: ada@mail.test/im)
  })

  it('fails after a permanent rejection and notifies the member', async () => {
    const id = await send({ subject: 'No', to: ['reject550@mail.test'] })
    await reaches(id, 'sendStatus', 'failed')
    const { body } = await ada.session('GET', '/api/v1/notifications')
    expect(body.items).toMatchObject([{ kind: 'sending.failed', params: { opId: id, errorKind: 'refused' } }])
  })

  it('postpones the mail after a transient rejection', async () => {
    const id = await send({ subject: 'Later', to: ['defer-data451@mail.test'] })
    await until(async () => (await stateOf(server.db, id))?.sendErrorKind === 'refused')
    expect(await stateOf(server.db, id)).toMatchObject({ sendStatus: 'pending', attempts: 1 })
  })

  it('delivers to the accepted recipients and records the rejected ones', async () => {
    const id = await send({ subject: 'Some', cc: ['reject550@mail.test'] })
    await reaches(id, 'sendStatus', 'done')
    expect((await stateOf(server.db, id))?.rejected).toMatchObject([
      { address: 'reject550@mail.test', code: 550 },
    ])
  })
})
