import tls from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { describeWithMail } from '#test/mail/available'
import { freePorts } from '#test/mail/daemon'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { type Exim, startExim } from '#test/mail/exim'
import { type FaultProxy, startProxy } from '#test/mail/proxy'
import { type TestServer, testServer } from '#test/server'
import { createBrowser } from '../../../protocols/oauth/fixtures/browser.ts'
import { type OidcServer, startOidcServer } from '../../../protocols/oauth/fixtures/oidc-server.ts'

// Uses real servers: an OpenID provider, and Dovecot and Exim, which validate every token with it.

let oidc: OidcServer
let dovecot: Dovecot
let exim: Exim
let imap: FaultProxy
let server: TestServer
let ada: TestMember
const trusted = tls.getCACertificates('default')
const eventually = { timeout: 60_000, interval: 50 }

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  const callbacks = ['localhost', '127.0.0.1'].map(
    (host) => `http://${host}:${port}/api/v1/mailboxes/oauth/callback`,
  )
  // A token that expires after one minute is refreshed on every use.
  oidc = await startOidcServer({ redirectUris: callbacks, accessTokenSeconds: 60 })
  dovecot = await startDovecot({ users: ['ada', 'bob'], oauth: { introspectionUrl: `${oidc.base}/check` } })
  exim = await startExim({ dovecot, users: ['bob'], oauth: { port: Number(oidc.host.split(':')[1]) } })
  imap = await startProxy({ port: dovecot.imapsPort })
  tls.setDefaultCACertificates([...trusted, dovecot.certificate, exim.certificate])
  const { authorisationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint, revocationEndpoint } =
    oidc.provider
  const endpoints = {
    authorisationEndpoint,
    tokenEndpoint,
    jwksUri,
    userinfoEndpoint,
    revocationEndpoint,
    issuer: oidc.base,
    imap: `localhost:${imap.port}`,
    smtp: `localhost:${exim.smtpsPort}`,
  }
  server = await testServer(
    {
      PORT: String(port),
      MAILWRIGHT_ROLES: 'api,worker',
      MAILWRIGHT_UNDO_SECONDS: '0',
      MAILWRIGHT_OUTBOUND_ALLOW: `${oidc.host},localhost:${imap.port},localhost:${exim.smtpsPort}`,
      MAILWRIGHT_GOOGLE_CLIENT_ID: 'mailwright',
      MAILWRIGHT_GOOGLE_CLIENT_SECRET: 'client-secret-1',
      MAILWRIGHT_GOOGLE_ENDPOINTS: JSON.stringify(endpoints),
    },
    { mail: {} },
  )
  ada = await createMember(server)
})
afterAll(async () => {
  await server?.close()
  tls.setDefaultCACertificates(trusted)
  await imap?.stop()
  await exim?.stop()
  await dovecot?.stop()
  await oidc?.close()
})

const mailboxes = async () => (await ada.session('GET', '/api/v1/mailboxes')).body.mailboxes
const subjects = async () =>
  (await ada.session('GET', '/api/v1/threads')).body.threads.map((one: { subject: string }) => one.subject)
const mail = (n: number) =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@gmail.example\r\nSubject: Order ${n}\r\nMessage-ID: <o${n}@shop.example>\r\n\r\nHi\r\n`

describeWithMail('a mailbox connected through OAuth', () => {
  it('is connected with an authorisation code and PKCE, and mirrored with the token (XOAUTH2)', async () => {
    await dovecot.deliver('ada', mail(1))
    const { body } = await ada.session('POST', '/api/v1/mailboxes/oauth/google/start')
    const back = new URL(body.url).searchParams.get('redirect_uri') ?? ''
    const query = await createBrowser('ada').consent(body.url, back)
    const answer = await ada.session('GET', `/api/v1/mailboxes/oauth/callback?${query}`)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('ada@gmail.example')])
    expect(await mailboxes()).toMatchObject([{ provider: 'google', address: 'ada@gmail.example' }])
    await expect.poll(subjects, eventually).toEqual(['Order 1'])
    await dovecot.deliver('ada', mail(2))
    await expect.poll(subjects, eventually).toEqual(['Order 2', 'Order 1'])
  })

  it('sends with a refreshed token and stores the rotated refresh token', async () => {
    const before = oidc.rotations()
    const [{ id: mailboxId }] = await mailboxes()
    const sent = await ada.session('POST', '/api/v1/messages/send', {
      body: {
        mailboxId,
        to: ['bob@mail.test'],
        subject: 'With a token',
        bodyText: 'Hello Bob',
        clientToken: 'token-oauth-1',
      },
    })
    expect(sent.status).toBe(202)
    const journal = async () =>
      (await ada.session('GET', '/api/v1/sending/journal')).body.items[0]?.sendStatus
    await expect.poll(journal, eventually).toBe('done')
    expect(exim.log()).toContain('A=xoauth2')
    expect(oidc.rotations()).toBeGreaterThan(before)
    await expect.poll(exim.log, eventually).toContain('=> bob')
    // A provider that rotates refresh tokens would reject a reused one and revoke the grant.
    imap.strike('cut')
    await dovecot.deliver('ada', mail(3))
    await expect.poll(subjects, eventually).toContain('Order 3')
    expect((await mailboxes())[0]).toMatchObject({ status: 'active' })
  })

  it('goes to error once the grant is revoked, and notifies the member once', async () => {
    await oidc.revokeAll()
    imap.strike('cut')
    await expect.poll(async () => (await mailboxes())[0].status, eventually).toBe('error')
    expect((await mailboxes())[0].lastError).toMatchObject({ kind: 'grant_revoked' })
    const { items } = (await ada.session('GET', '/api/v1/notifications')).body
    const notified = items.filter(({ kind }: { kind: string }) => kind === 'mailbox.error')
    expect(notified).toHaveLength(1)
    const accepted = imap.accepted()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(imap.accepted()).toBe(accepted)
  })
})
