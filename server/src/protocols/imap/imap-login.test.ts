import { createServer } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, afterEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { startDovecot } from '#test/mail/dovecot'
import { listen } from '#test/mail/listen'
import { type ScriptedImapOptions, startScriptedImap } from '#test/mail/scripted-imap'
import { HostNotFound, OutboundBlocked } from '../../platform/outbound/errors.ts'
import { accountOn, addCleanup, cleanUp, freshUser, stopShared } from './fixtures/accounts.ts'
import { type ImapFault, openImap, probeImap } from './imap.ts'

afterEach(cleanUp)
afterAll(stopShared)

const faultOf = (attempt: Promise<unknown>): Promise<ImapFault> =>
  attempt.then(
    () => Promise.reject(new Error('expected a failure')),
    (error) => error,
  )
const play = async (script: ScriptedImapOptions) => {
  const server = await startScriptedImap(script)
  addCleanup(server.stop)
  return server
}

describeWithMail('login on a real server', () => {
  it('succeeds over STARTTLS and over implicit TLS', async () => {
    const { dovecot, account } = await freshUser()
    await probeImap(account)
    await probeImap({ ...account, secure: true, port: dovecot.imapsPort })
  })

  it('reports a wrong password as auth_failed without echoing it', async () => {
    const { account } = await freshUser()
    const fault = await faultOf(
      probeImap({ ...account, auth: { kind: 'password', password: 'hunter2-wrong' } }),
    )
    expect(fault).toMatchObject({ kind: 'auth_failed', remedy: 'auth' })
    expect(JSON.stringify(fault) + fault.message + fault.stack).not.toContain('hunter2')
  })

  it('rejects a self-signed certificate unless configured otherwise', async () => {
    const { dovecot, account } = await freshUser()
    const strict = { ...account, host: 'localhost', allowInvalidCertificate: false }
    expect(await faultOf(probeImap(strict))).toMatchObject({ kind: 'tls_failed' })
    const implicit = { ...strict, secure: true, port: dovecot.imapsPort }
    expect(await faultOf(probeImap(implicit))).toMatchObject({ kind: 'tls_failed' })
  })

  it('fails with tls_failed on a port without TLS', async () => {
    const { account } = await freshUser()
    expect(await faultOf(probeImap({ ...account, secure: true }))).toMatchObject({ kind: 'tls_failed' })
  })

  it('accepts an access token and reports a revoked one as auth_failed', async () => {
    const http = createServer(async (request, response) => {
      const body = (await request.toArray()).join('')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ active: body.includes('good-token'), email: 'ada@mail.test' }))
    })
    const { port, stop } = await listen(http)
    addCleanup(stop)
    const dovecot = await startDovecot({ oauth: { introspectionUrl: `http://127.0.0.1:${port}/` } })
    addCleanup(dovecot.stop)
    const withToken = (accessToken: string) =>
      probeImap(accountOn(dovecot.imapPort, { auth: { kind: 'xoauth2', accessToken } }))
    await withToken('good-token')
    const fault = await faultOf(withToken('revoked-token'))
    expect(fault).toMatchObject({ kind: 'auth_failed', remedy: 'auth' })
    expect(fault.message).not.toContain('revoked-token')
  })

  it('reports too many connections as throttled', async () => {
    const dovecot = await startDovecot({ maxConnections: 1 })
    addCleanup(dovecot.stop)
    const first = await openImap(accountOn(dovecot.imapPort))
    addCleanup(first.close)
    expect(await faultOf(probeImap(accountOn(dovecot.imapPort)))).toMatchObject({
      kind: 'throttled',
      remedy: 'transient',
    })
  })

  it('connects to the resolved address and keeps the host for the certificate', async () => {
    const { account } = await freshUser()
    const resolved: string[] = []
    const resolve = async (host: string, port: number) => {
      resolved.push(`${host}:${port}`)
      return { address: '127.0.0.1' }
    }
    await probeImap({ ...account, host: 'imap.example.org' }, { resolve })
    expect(resolved).toEqual([`imap.example.org:${account.port}`])
  })
})

const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address

// The destination address counts: the machine's own address on its network is not loopback.
it.skipIf(!outside)('never sends a plain-text password to another machine', async () => {
  const server = await play({ capabilities: ['IMAP4rev1', 'AUTH=PLAIN', 'SASL-IR'] })
  const front = createTcpServer((socket) => socket.pipe(connect(server.port, '127.0.0.1')).pipe(socket))
  await new Promise<void>((done) => front.listen(0, outside, done))
  addCleanup(() => new Promise((done) => front.close(done)))
  const { port } = front.address() as { port: number }
  const fault = await faultOf(probeImap(accountOn(port, { host: outside ?? '' })))
  expect(fault).toMatchObject({ kind: 'tls_failed' })
  expect(server.commands.join()).not.toMatch(/LOGIN|AUTHENTICATE/)
})

it('distinguishes an unknown host from a temporary DNS failure', async () => {
  const failing = (temporary: boolean) => async () => {
    throw new HostNotFound('nowhere.invalid', { temporary })
  }
  const account = accountOn(993, { host: 'nowhere.invalid' })
  const missing = await faultOf(probeImap(account, { resolve: failing(false) }))
  expect(missing).toMatchObject({ kind: 'host_not_found', remedy: 'permanent' })
  const transient = await faultOf(probeImap(account, { resolve: failing(true) }))
  expect(transient).toMatchObject({ kind: 'host_not_found', remedy: 'transient' })
})

it('passes OutboundBlocked through unchanged', async () => {
  const resolve = async () => {
    throw new OutboundBlocked('intranet', 993)
  }
  await expect(probeImap(accountOn(993), { resolve })).rejects.toBeInstanceOf(OutboundBlocked)
})

it('reports a closed port, a silent server and a dropped connection as unreachable', async () => {
  expect(await faultOf(probeImap(accountOn(1)))).toMatchObject({ kind: 'unreachable', remedy: 'transient' })
  const silent = await play({ greeting: null })
  const quick = { connectTimeoutMs: 150 }
  expect(await faultOf(probeImap(accountOn(silent.port), quick))).toMatchObject({ kind: 'unreachable' })
  const cutting = await play({ on: { AUTHENTICATE: (_command, peer) => peer.cut() } })
  expect(await faultOf(probeImap(accountOn(cutting.port)))).toMatchObject({ kind: 'unreachable' })
})

it('times out a login that never completes', async () => {
  const server = await play({ on: { AUTHENTICATE: () => {} } })
  const fault = await faultOf(probeImap(accountOn(server.port), { loginTimeoutMs: 200 }))
  expect(fault).toMatchObject({ kind: 'unreachable' })
})

it.each([
  ['NO [AUTHENTICATIONFAILED] Invalid credentials', 'auth_failed'],
  ['NO [ALERT] Application-specific password required', 'auth_failed'],
  ['NO [ALERT] Too many simultaneous connections. (Failure)', 'throttled'],
  ['NO [LIMIT] Maximum number of connections from user+IP exceeded', 'throttled'],
  ['NO [THROTTLED] slow down', 'throttled'],
  ['NO [UNAVAILABLE] Temporary authentication failure', 'unreachable'],
  ['NO [PRIVACYREQUIRED] use TLS', 'tls_failed'],
  ['BAD secret-ada is not a command', 'auth_failed'],
])('classifies the login response %s', async (answer, kind) => {
  const server = await play({ on: { AUTHENTICATE: ({ tag }, peer) => peer.send(`${tag} ${answer}`) } })
  const fault = await faultOf(probeImap(accountOn(server.port)))
  expect(fault.kind).toBe(kind)
  expect(fault.message).not.toContain('secret-ada')
})

it('reports a BYE greeting about too many connections as throttled', async () => {
  const server = await play({ greeting: '* BYE [ALERT] Too many connections, try later' })
  expect(await faultOf(probeImap(accountOn(server.port)))).toMatchObject({ kind: 'throttled' })
})
