import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithMail } from './available.ts'
import { type Dovecot, startDovecot } from './dovecot.ts'
import { listen } from './listen.ts'
import { mixedMails, plainMail } from './messages.ts'

const options = (dovecot: Dovecot, more: Partial<ImapFlowOptions> = {}): ImapFlowOptions => ({
  host: 'localhost',
  port: dovecot.imapPort,
  secure: false,
  auth: { user: dovecot.user('ada').username, pass: dovecot.user('ada').password },
  logger: false,
  tls: { ca: dovecot.certificate },
  ...more,
})

/** Ignores zombies, which a container may keep forever. */
const alive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describeWithMail('a private Dovecot', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot({ users: ['ada', 'bob'] })
  })
  afterAll(() => dovecot.stop())

  it('leaves no process behind when stopped', async () => {
    const another = await startDovecot()
    await another.stop()
    expect(alive(another.pid)).toBe(false)
  })

  it.each(['plain', 'STARTTLS', 'implicit TLS'])('accepts a login over %s', async (how) => {
    const more = { plain: { doSTARTTLS: false }, STARTTLS: { doSTARTTLS: true } }[how]
    const client = new ImapFlow(options(dovecot, more ?? { secure: true, port: dovecot.imapsPort }))
    await client.connect()
    expect(client.secureConnection).toBe(how !== 'plain')
    for (const name of ['CONDSTORE', 'QRESYNC', 'IDLE', 'MOVE', 'UIDPLUS'])
      expect(client.capabilities.has(name), name).toBe(true)
    const folders = await client.list()
    const uses = ['\\Archive', '\\Drafts', '\\Inbox', '\\Junk', '\\Sent', '\\Trash']
    expect(folders.map(({ specialUse }) => specialUse).sort()).toEqual(uses)
    await client.logout()
  })

  it('stores delivered messages byte for byte, in order', async () => {
    const mails = mixedMails(60)
    await dovecot.deliver('bob', mails)
    const date = new Date(Date.UTC(2020, 1, 2))
    await dovecot.deliver('bob', plainMail({ seed: 5 }), { folder: 'Entwürfe/Ältere', flags: 'FS', date })
    const { username: user, password: pass } = dovecot.user('bob')
    const client = new ImapFlow(options(dovecot, { auth: { user, pass } }))
    await client.connect()
    await client.mailboxOpen('INBOX')
    const got = await client.fetchAll('1:*', { source: true })
    expect(got.map(({ source }) => source)).toEqual(mails)
    await client.mailboxOpen('Entwürfe/Ältere')
    const old = await client.fetchOne('1', { flags: true, internalDate: true })
    expect(old).toMatchObject({ internalDate: date })
    expect(old && [...(old.flags ?? [])]).toEqual(expect.arrayContaining(['\\Flagged', '\\Seen']))
    await client.logout()
  })

  it('validates access tokens at the introspection URL', async () => {
    const introspected: string[] = []
    const http = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        introspected.push(body)
        const active = body.includes('good-token')
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(active ? { active, email: 'ada@mail.test' } : { active }))
      })
    })
    const { port, stop } = await listen(http)
    const oauth = { introspectionUrl: `http://127.0.0.1:${port}/introspect` }
    const withTokens = await startDovecot({ oauth })
    const user = 'ada@mail.test'
    const good = new ImapFlow(options(withTokens, { auth: { user, accessToken: 'good-token' } }))
    await good.connect()
    await good.logout()
    const bad = new ImapFlow(options(withTokens, { auth: { user, accessToken: 'revoked' } }))
    await expect(bad.connect()).rejects.toMatchObject({ authenticationFailed: true })
    expect(introspected.length).toBeGreaterThanOrEqual(2)
    await withTokens.stop()
    await stop()
  })

  it('leaves no orphan when the process that started it is killed', async () => {
    const script = `import { startDovecot } from './dovecot.ts'
      const { pid } = await startDovecot()
      process.stdout.write(String(pid))
      setInterval(() => {}, 1000)`
    const cwd = fileURLToPath(new URL('.', import.meta.url))
    const owner = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { cwd })
    const pid = Number(await new Promise<Buffer>((resolve) => owner.stdout.once('data', resolve)))
    expect(alive(pid)).toBe(true)
    owner.kill('SIGKILL')
    await expect.poll(() => alive(pid)).toBe(false)
  })
})
