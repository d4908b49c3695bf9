// `npm run bench:sync -- [--messages 20000]`
// A mailbox of that many messages, complete in the mirror (parsed, threaded, searchable), with the mail server and
// the database on the same machine; the time until its first page can be read; peak memory; mbsync beside it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { startDovecot } from '../../server/test/mail/dovecot.ts'
import { startExim } from '../../server/test/mail/exim.ts'
import { mixedMails } from '../../server/test/mail/messages.ts'

const { values } = parseArgs({ options: { messages: { type: 'string', default: '20000' } } })
const total = Number(values.messages)
const wanted = { perSecond: 1_000, firstPageMs: 1_000, memoryMb: 400 }
const admin = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }

const dataDir = await mkdtemp(join(tmpdir(), 'mw-sync-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const dovecot = await startDovecot({ users: ['ada'] })
const exim = await startExim({ dovecot, users: ['ada'] })

async function fill() {
  const batch = 2_000
  let bytes = 0
  for (let sent = 0; sent < total; sent += batch) {
    const mails = mixedMails(Math.min(batch, total - sent), sent + 1)
    bytes += mails.reduce((n, mail) => n + Buffer.byteLength(mail), 0)
    await dovecot.deliver('ada', mails)
  }
  return bytes
}

async function startService() {
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: postgres.url, PORT: '0', MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' },
      ...{ MAILWRIGHT_ADMIN_EMAIL: admin.email, MAILWRIGHT_ADMIN_PASSWORD: admin.password },
      MAILWRIGHT_SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = await once(child.stdout, 'data')
  return { child, url: /ready at (\S+)/.exec(String(chunk))?.[1] ?? '' }
}

const service = await startService()
type Reply = { messages: []; mailboxes: { messageCount: number; backfill: { status: string } | null }[] }
let cookie = ''
async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  cookie = /mailwright_session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? cookie
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Reply
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
async function until(done: () => Promise<boolean>, everyMs: number) {
  const began = performance.now()
  while (!(await done())) await pause(everyMs)
  return performance.now() - began
}

/** The most that a process ever held, in MB. */
const peakMb = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

async function mirror() {
  const { address, username, password } = dovecot.user('ada')
  await call('POST', '/api/v1/auth/login', admin)
  const began = performance.now()
  await call('POST', '/api/v1/mailboxes/imap', {
    ...{ address, username, password, allowInvalidCertificate: true },
    ...{ imapHost: dovecot.host, imapPort: dovecot.imapsPort, imapSecure: true },
    ...{ smtpHost: exim.host, smtpPort: exim.smtpsPort, smtpSecure: true },
  })
  const connectedMs = performance.now() - began
  const firstPageMs = await until(
    async () => (await call('GET', '/api/v1/messages')).messages.length >= 50,
    20,
  )
  const isWhole = async () => {
    const [mailbox] = (await call('GET', '/api/v1/mailboxes')).mailboxes
    return mailbox?.backfill?.status === 'done'
  }
  const restMs = await until(isWhole, 100)
  const [mailbox] = (await call('GET', '/api/v1/mailboxes')).mailboxes
  return {
    connectedMs,
    firstPageMs,
    seconds: (firstPageMs + restMs) / 1000,
    count: mailbox?.messageCount ?? 0,
  }
}

async function mbsyncSeconds(): Promise<number | undefined> {
  if (spawnSync('sh', ['-c', 'command -v mbsync']).status !== 0) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'mw-mbsync-'))
  await mkdir(join(folder, 'mail'))
  const { username, password } = dovecot.user('ada')
  const config = `IMAPAccount a\nHost 127.0.0.1\nPort ${dovecot.imapPort}\nUser ${username}\nPass ${password}\nSSLType None\nAuthMechs LOGIN\n
IMAPStore remote\nAccount a\n\nMaildirStore local\nPath ${folder}/mail/\nInbox ${folder}/mail/INBOX\n
Channel c\nFar :remote:\nNear :local:\nPatterns INBOX\nSync Pull\nCreate Near\nSyncState ${folder}/state-\n`
  writeFileSync(join(folder, 'rc'), config)
  const began = performance.now()
  const { status, stderr } = spawnSync('mbsync', ['-q', '-c', join(folder, 'rc'), 'c'], { encoding: 'utf8' })
  const seconds = (performance.now() - began) / 1000
  await rm(folder, { recursive: true, force: true })
  if (status !== 0) console.log(`mbsync failed: ${stderr}`)
  return status === 0 ? seconds : undefined
}

try {
  const bytes = await fill()
  console.log(`${total} messages, ${(bytes / 1024 / 1024).toFixed(0)} MB`)
  const mbsync = await mbsyncSeconds()
  const { connectedMs, firstPageMs, seconds, count } = await mirror()
  const memory = peakMb(service.child.pid ?? 0)
  const rate = count / seconds
  console.log(`mbsync, no parsing and no database: ${mbsync?.toFixed(1) ?? 'not here'} s`)
  console.log(`connected after ${connectedMs.toFixed(0)} ms (both servers probed)`)
  console.log(
    `first page of 50 readable ${firstPageMs.toFixed(0)} ms after that (wanted ${wanted.firstPageMs})`,
  )
  console.log(
    `${count} of ${total} mirrored in ${seconds.toFixed(1)} s: ${rate.toFixed(0)} messages/s (wanted ${wanted.perSecond})`,
  )
  console.log(`peak memory of the service: ${memory} MB (wanted ${wanted.memoryMb})`)
  if (
    count !== total ||
    rate < wanted.perSecond ||
    firstPageMs > wanted.firstPageMs ||
    memory > wanted.memoryMb
  )
    process.exitCode = 1
} finally {
  service.child.kill('SIGINT')
  await once(service.child, 'exit')
  await exim.stop()
  await dovecot.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
