import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { describeWithMail } from '../../../test/mail/available.ts'
import { type Dovecot, startDovecot } from '../../../test/mail/dovecot.ts'
import { type Exim, startExim } from '../../../test/mail/exim.ts'

describeWithMail('connecting to real servers', () => {
  let dovecot: Dovecot
  let exim: Exim
  let server: TestServer
  let ada: TestMember
  beforeAll(async () => {
    dovecot = await startDovecot({ users: ['ada'] })
    exim = await startExim({ dovecot, users: ['ada'] })
    const ports = [dovecot.imapsPort, dovecot.imapPort, exim.smtpsPort, exim.smtpPort]
    const allow = [...ports, 1].map((port) => `localhost:${port}`).join(',')
    server = await testServer({ MAILWRIGHT_OUTBOUND_ALLOW: allow }, { mail: {} })
    ada = await createMember(server)
  })
  afterAll(async () => {
    await server?.close()
    await exim?.stop()
    await dovecot?.stop()
  })

  const connect = async (more: object = {}) => {
    const { address, username, password } = dovecot.user('ada')
    const body = {
      address,
      username,
      password,
      allowInvalidCertificate: true,
      imapHost: 'localhost',
      imapPort: dovecot.imapsPort,
      smtpHost: 'localhost',
      smtpPort: exim.smtpsPort,
      ...more,
    }
    const answer = await ada.session('POST', '/api/v1/mailboxes/imap', { body })
    return [answer.status, answer.body.code ?? answer.body.created, answer.body.message]
  }

  it('accepts the right password over TLS and STARTTLS', async () => {
    expect((await connect()).slice(0, 2)).toEqual([201, true])
    const upgraded = {
      imapPort: dovecot.imapPort,
      imapSecure: false,
      smtpPort: exim.smtpPort,
      smtpSecure: false,
    }
    expect((await connect(upgraded)).slice(0, 2)).toEqual([201, false])
  })

  it.each([
    ['imap.auth_failed', { password: 'wrong' }],
    ['imap.tls_failed', { allowInvalidCertificate: false }],
    ['imap.host_not_found', { imapHost: 'no-such-host.invalid' }],
    ['imap.host_not_found', { imapHost: 'local host' }],
    ['smtp.host_not_found', { smtpHost: 'no-such-host.invalid' }],
    ['imap.unreachable', { imapPort: 1 }],
    ['smtp.unreachable', { smtpPort: 1 }],
    ['smtp.unreachable', { smtpHost: '127.0.0.1' }],
  ])('reports %s', async (code, more) => {
    expect((await connect(more)).slice(0, 2)).toEqual([422, code])
  })

  it('names the server that does not support TLS', async () => {
    expect((await connect({ imapPort: dovecot.imapPort })).slice(0, 2)).toEqual([422, 'imap.tls_failed'])
    expect((await connect({ smtpPort: exim.smtpPort })).slice(0, 2)).toEqual([422, 'smtp.tls_failed'])
  })

  it('names the setting that allows a private address', async () => {
    const [status, code, message] = await connect({ imapHost: '127.0.0.1' })
    expect([status, code]).toEqual([422, 'imap.unreachable'])
    expect(message).toContain(`MAILWRIGHT_OUTBOUND_ALLOW=127.0.0.1:${dovecot.imapsPort}`)
  })
})
