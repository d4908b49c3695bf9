import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { type Exim, startExim } from '#test/mail/exim'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { SmtpAccount } from './account.ts'
import { probeSmtp } from './probe-smtp.ts'
import { sendMail } from './send-mail.ts'

describeWithMail('sending through Exim', () => {
  let dovecot: Dovecot
  let exim: Exim
  const net = createOutbound({ purpose: 'mail', allow: ['127.0.0.0/8', '::1/128'] })
  beforeAll(async () => {
    dovecot = await startDovecot({ users: ['ada', 'bob'] })
    exim = await startExim({ dovecot, users: ['ada'], tokens: { ada: 'token-1' }, sizeLimit: '200K' })
  })
  afterAll(async () => {
    await exim?.stop()
    await dovecot?.stop()
  })

  const account = (more: Partial<SmtpAccount> = {}): SmtpAccount => {
    const { username, password } = exim.user('ada')
    const auth = { user: username, password }
    return { host: '127.0.0.1', port: exim.smtpPort, secure: false, auth, ca: exim.certificate, ...more }
  }
  const send = (to: string[], source = Buffer.from('Subject: x\n\n.\n.hidden\nbye')) =>
    sendMail(
      account({ allowInvalidCertificate: true }),
      { envelope: { from: 'ada@mail.test', to }, source, beforeDot: async () => {} },
      net,
    )

  it('authenticates over STARTTLS, over implicit TLS and with a token', async () => {
    const invalid = { allowInvalidCertificate: true }
    expect(await probeSmtp(account(invalid), net)).toEqual({ ok: true })
    expect(await probeSmtp(account({ ...invalid, port: exim.smtpsPort, secure: true }), net)).toEqual({
      ok: true,
    })
    const auth = { user: exim.user('ada').username, accessToken: 'token-1' }
    expect(await probeSmtp(account({ ...invalid, auth }), net)).toEqual({ ok: true })
    const stale = { user: auth.user, accessToken: 'token-2' }
    expect(await probeSmtp(account({ ...invalid, auth: stale }), net)).toMatchObject({ kind: 'auth_failed' })
    const wrong = { user: auth.user, password: 'wrong' }
    expect(await probeSmtp(account({ ...invalid, auth: wrong }), net)).toMatchObject({ kind: 'auth_failed' })
  })
  it('verifies the certificate', async () => {
    const { ca: _, ...untrusted } = account()
    expect(await probeSmtp(untrusted, net)).toMatchObject({ kind: 'tls_failed' })
    expect(await probeSmtp(account({ host: 'localhost' }), net)).toEqual({ ok: true })
  })
  it('delivers to the accepted recipients and reports the rejected ones', async () => {
    const outcome = await send(['bob@mail.test', 'reject550@mail.test', 'defer451@mail.test'])
    expect(outcome).toMatchObject({
      state: 'sent',
      accepted: ['bob@mail.test'],
      rejected: [
        { address: 'reject550@mail.test', kind: 'permanent', code: 550 },
        { address: 'defer451@mail.test', kind: 'transient', code: 451 },
      ],
    })
    await expect.poll(() => exim.log()).toMatch(/bob@mail\.test/)
  })
  it('reports rejections at each step', async () => {
    expect(await send(['reject550@mail.test'])).toMatchObject({
      state: 'failed',
      kind: 'permanent',
      code: 550,
    })
    expect(await send(['defer451@mail.test'])).toMatchObject({
      state: 'failed',
      kind: 'transient',
      code: 451,
    })
    const data = await send(['reject-data554@mail.test'])
    expect(data).toMatchObject({ state: 'failed', kind: 'permanent', fault: 'refused' })
    const later = await send(['defer-data451@mail.test'])
    expect(later).toMatchObject({ state: 'failed', kind: 'transient', fault: 'refused', code: 451 })
    const large = await send(['bob@mail.test'], Buffer.alloc(300 * 1024, 'x\n'))
    expect(large).toMatchObject({ state: 'failed', kind: 'permanent', fault: 'too_large' })
  })
  it('waits for a slow server', async () => {
    expect(await send(['slow-data@mail.test'])).toMatchObject({ state: 'sent' })
  })
})
