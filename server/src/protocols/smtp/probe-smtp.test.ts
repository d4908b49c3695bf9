import { expect, it } from 'vitest'
import { selfSigned } from '../../platform/outbound/fixtures/certificate.ts'
import type { SmtpAccount } from './account.ts'
import { accountOf, net, peerOf, quick, send } from './fixtures/harness.ts'
import type { Act, Peer } from './fixtures/peer.ts'
import { probeSmtp } from './probe-smtp.ts'
import { xoauth2 } from './xoauth2.ts'

const good = selfSigned(['mail.example'])
const other = selfSigned(['other.example'])
const probe = (peer: Peer, account: Partial<SmtpAccount> = {}) =>
  probeSmtp(accountOf(peer, account), net, { timeouts: quick })
const saying =
  (...lines: string[]): Act =>
  (wire) =>
    wire.send(`${lines.join('\r\n')}\r\n`)
/** Makes the peer look remote to the client. */
const remote = {
  connect: async (...args: Parameters<typeof net.connect>) => {
    const socket = await net.connect(...args)
    return Object.defineProperty(socket, 'remoteAddress', { value: '93.184.215.14' })
  },
}

it('signs in, sends nothing and quits', async () => {
  const peer = await peerOf()
  expect(await probe(peer)).toEqual({ ok: true })
  await expect.poll(() => peer.commands.at(-1)).toBe('QUIT')
  const secret = Buffer.from('\0ann\0correct horse').toString('base64')
  expect(peer.commands).toEqual(['EHLO [127.0.0.1]', `AUTH PLAIN ${secret}`, 'QUIT'])
})

it('uses LOGIN without PLAIN, in both announced forms', async () => {
  for (const offer of ['AUTH LOGIN', 'AUTH=LOGIN']) {
    const peer = await peerOf({ extensions: [offer] })
    expect(await probe(peer)).toEqual({ ok: true })
    const lines = [Buffer.from('ann').toString('base64'), Buffer.from('correct horse').toString('base64')]
    expect(peer.commands.slice(1, 4)).toEqual(['AUTH LOGIN', ...lines])
  }
})

it('sends an access token and answers the challenge of a rejection', async () => {
  const auth = { user: 'ann@mail.example', accessToken: 'token-1' }
  const peer = await peerOf({ extensions: ['AUTH XOAUTH2'] })
  expect(await probe(peer, { auth })).toEqual({ ok: true })
  expect(peer.commands[1]).toBe(`AUTH XOAUTH2 ${xoauth2('ann@mail.example', 'token-1')}`)
  const refusing = await peerOf({
    extensions: ['AUTH XOAUTH2'],
    on: { AUTH: saying('334 eyJzdGF0dXMiOiI0MDAifQ=='), '': saying('535 5.7.8 not accepted') },
  })
  const outcome = await probe(refusing, { auth })
  expect(outcome).toEqual({ ok: false, kind: 'auth_failed', message: '535 5.7.8 not accepted' })
  expect((await probe(await peerOf(), { auth })).ok).toBe(false)
})

it('distinguishes a wrong password from a server failure', async () => {
  const wrong = await peerOf({ on: { AUTH: saying('535 5.7.8 wrong') } })
  expect(await probe(wrong)).toMatchObject({ ok: false, kind: 'auth_failed', message: '535 5.7.8 wrong' })
  const trouble = await peerOf({ on: { AUTH: saying('454 4.7.0 later') } })
  expect(await probe(trouble)).toMatchObject({ ok: false, kind: 'unreachable', message: '454 4.7.0 later' })
  const none = await peerOf({ extensions: [] })
  expect(await probe(none)).toMatchObject({ ok: false, kind: 'auth_failed' })
})

it('masks a secret that the server echoes', async () => {
  const echo: Act = (wire, _, line) => wire.send(`535-bad ${line}\r\n535 correct horse\r\n`)
  const outcome = await probe(await peerOf({ on: { AUTH: echo } }))
  expect(outcome).toMatchObject({ kind: 'auth_failed', message: '535 bad AUTH PLAIN *** ***' })
})

it('distinguishes an unknown host from an unreachable server', async () => {
  const peer = await peerOf({ on: { EHLO: () => {} } })
  expect(await probe(peer)).toMatchObject({ kind: 'unreachable' })
  expect(await probe(peer, { host: 'nowhere.example' })).toMatchObject({ kind: 'host_not_found' })
  expect(await probe(peer, { host: '192.168.1.1' })).toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('MAILWRIGHT_OUTBOUND_ALLOW'),
  })
  await peer.close()
  expect(await probe(peer)).toMatchObject({ kind: 'unreachable' })
})

it('supports implicit TLS', async () => {
  const peer = await peerOf({ tls: { ...good, mode: 'implicit' } })
  expect(await probe(peer, { secure: true, ca: good.cert })).toEqual({ ok: true })
  expect(await probe(peer, { secure: true, allowInvalidCertificate: true })).toEqual({ ok: true })
  expect(await probe(peer, { secure: true })).toMatchObject({ kind: 'tls_failed' })
  expect(await probe(peer, { secure: true, ca: good.cert, host: '127.0.0.1' })).toMatchObject({
    kind: 'tls_failed',
  })
  expect(peer.commands.filter((line) => line.startsWith('AUTH')).length).toBe(2)
  const plain = await peerOf()
  expect(await probe(plain, { secure: true, ca: good.cert })).toMatchObject({ kind: 'tls_failed' })
})

it('sends EHLO again after STARTTLS', async () => {
  const peer = await peerOf({ tls: { ...good, mode: 'starttls' } })
  expect(await probe(peer, { ca: good.cert })).toEqual({ ok: true })
  expect(peer.commands.slice(0, 3)).toEqual(['EHLO [127.0.0.1]', 'STARTTLS', 'EHLO [127.0.0.1]'])
  expect((await send(peer, {}, { ca: good.cert })).outcome.state).toBe('sent')
})

it('never signs in before TLS is established', async () => {
  const wrongName = await peerOf({ tls: { ...other, mode: 'starttls' } })
  expect(await probe(wrongName, { ca: other.cert })).toMatchObject({ kind: 'tls_failed' })
  const refused = await peerOf({
    tls: { ...good, mode: 'starttls' },
    on: { STARTTLS: saying('454 4.7.0 TLS not available') },
  })
  expect(await probe(refused, { ca: good.cert })).toMatchObject({ kind: 'tls_failed' })
  // Injected before TLS, it would be read as the first reply of the secure server.
  const garbage = await peerOf({
    tls: { ...good, mode: 'starttls', goAhead: '220 go\r\n250 injected\r\n' },
  })
  expect(await probe(garbage, { ca: good.cert })).toMatchObject({ ok: false })
  for (const peer of [wrongName, refused, garbage])
    expect(peer.commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([])
})

it('sends neither password nor message unencrypted, except on loopback', async () => {
  const peer = await peerOf()
  const account = accountOf(peer)
  const outcome = await probeSmtp(account, remote, { timeouts: quick })
  expect(outcome).toMatchObject({ ok: false, kind: 'tls_failed' })
  const { auth: _, ...anonymous } = account
  expect(await probeSmtp(anonymous, remote, { timeouts: quick })).toMatchObject({ kind: 'tls_failed' })
  expect(peer.commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([])
})

it.each(['end', 'reset', 'hang'] as const)(
  'does not report a %s during the TLS handshake as a certificate failure',
  async (how) => {
    const implicit = await peerOf({ on: { greeting: (wire) => wire.breakNow(how) } })
    const account = accountOf(implicit, { secure: true })
    const outcome = await probeSmtp(account, net, { timeouts: { ...quick, connectMs: 300 } })
    expect(outcome).toMatchObject({ ok: false, kind: 'unreachable' })
  },
)
