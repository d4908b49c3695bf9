import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { asSession, clientOf } from '../client.ts'
import { describeWithMail } from '../mail/available.ts'
import { type Dovecot, startDovecot } from '../mail/dovecot.ts'
import { type Exim, startExim } from '../mail/exim.ts'
import { mixedMails } from '../mail/messages.ts'
import { type TestServer, testServer } from '../server.ts'

const total = 2_000
const admin = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }
const eventually = { timeout: 90_000, interval: 20 }

let base: TestServer
let dovecot: Dovecot
let exim: Exim
let child: ChildServer | undefined
beforeAll(async () => {
  base = await testServer()
  dovecot = await startDovecot({ users: ['ada'] })
  exim = await startExim({ dovecot, users: ['ada'] })
})
afterAll(async () => {
  await child?.stop()
  await exim?.stop()
  await dovecot?.stop()
  await base?.close()
})

const start = async () => {
  child = await startChildServer({
    DATABASE_URL: base.databaseUrl,
    MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128',
    MAILWRIGHT_ADMIN_EMAIL: admin.email,
    MAILWRIGHT_ADMIN_PASSWORD: admin.password,
    MAILWRIGHT_SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  })
  return child
}
const connect = async ({ url }: ChildServer) => {
  const { headers } = await clientOf(url)('POST', '/api/v1/auth/login', { body: admin })
  const token = /mailwright_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  const { address, username, password } = dovecot.user('ada')
  return asSession(url, token)('POST', '/api/v1/mailboxes/imap', {
    body: {
      address,
      username,
      password,
      allowInvalidCertificate: true,
      imapHost: dovecot.host,
      imapPort: dovecot.imapsPort,
      imapSecure: true,
      smtpHost: exim.host,
      smtpPort: exim.smtpsPort,
      smtpSecure: true,
    },
  })
}
const count = async () =>
  (await base.db.row<{ n: number }>(sql`select count(*)::int as n from messages`))?.n ?? 0

describeWithMail('a backfill of thousands of messages, killed at 30 %', () => {
  it('resumes without duplicates, gaps or triggered workflows', async () => {
    await dovecot.deliver('ada', mixedMails(total, 11))
    const first = await start()
    expect((await connect(first)).status).toBe(201)
    await expect.poll(count, eventually).toBeGreaterThan(total * 0.3)
    await first.kill()
    const before = await count()
    expect(before).toBeLessThan(total)
    await start()
    const isDone = () =>
      base.db.row<{ status: string; n: number }>(
        sql`select backfill_status as status, messages as n from mailboxes join message_counts on mailbox_id = id`,
      )
    await expect.poll(isDone, eventually).toEqual({ status: 'done', n: total })
    const found = await base.db.row<object>(sql`
      select count(*)::int as rows, count(distinct body_hash)::int as mails, min(uid)::int as first, max(uid)::int as last,
        (select count(*)::int from journal_entries) as journal from messages`)
    expect(found).toEqual({ rows: total, mails: total, first: 1, last: total, journal: 0 })
  }, 200_000)
})
