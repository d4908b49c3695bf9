import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { asSession, type Client, clientOf } from '../client.ts'
import { describeWithMail } from '../mail/available.ts'
import { type Dovecot, startDovecot } from '../mail/dovecot.ts'
import { type Exim, startExim } from '../mail/exim.ts'
import { type TestServer, testServer } from '../server.ts'

let base: TestServer
let dovecot: Dovecot
let exim: Exim
let child: ChildServer
let ada: Client
let mailboxId: string
const eventually = { timeout: 60_000, interval: 50 }
const admin = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }

const mail = (n: number, more = '') =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Order ${n}\r\nMessage-ID: <o${n}@shop.example>\r\n${more}\r\nThe parcel ${n}\r\n`

const connect = (name: string) => {
  const { address, username, password } = dovecot.user(name)
  return ada('POST', '/api/v1/mailboxes/imap', {
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

beforeAll(async () => {
  base = await testServer()
  dovecot = await startDovecot({ users: ['ada', 'bob'] })
  exim = await startExim({ dovecot, users: ['ada', 'bob'] })
  child = await startChildServer({
    DATABASE_URL: base.databaseUrl,
    MAILWRIGHT_ADMIN_EMAIL: admin.email,
    MAILWRIGHT_ADMIN_PASSWORD: admin.password,
    MAILWRIGHT_SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128',
    MAILWRIGHT_UNDO_SECONDS: '0',
    // As shipped: the threads that read mail are started from there too.
    MAILWRIGHT_BUNDLE: 'on',
  })
  const answer = await clientOf(child.url)('POST', '/api/v1/auth/login', { body: admin })
  ada = asSession(
    child.url,
    /mailwright_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '',
  )
})
afterAll(async () => {
  await child?.stop()
  await exim?.stop()
  await dovecot?.stop()
  await base?.close()
})

const threads = async (query = '') => (await ada('GET', `/api/v1/threads${query}`)).body.threads

describeWithMail('a mailbox on real servers', () => {
  it('can be connected, and its mail becomes readable', async () => {
    await dovecot.deliver('ada', [mail(1), mail(2)])
    const answer = await connect('ada')
    expect([answer.status, answer.body?.created]).toEqual([201, true])
    mailboxId = answer.body.mailboxId
    await expect.poll(async () => (await threads()).length, eventually).toBe(2)
    const [first] = await threads('?q=order+2')
    const { body } = await ada('GET', `/api/v1/threads/${first.id}`)
    expect(body.messages[0]).toMatchObject({ subject: 'Order 2', bodyText: 'The parcel 2\n' })
  })

  it('shows new mail with its journal entry', async () => {
    await dovecot.deliver('ada', mail(3))
    await expect.poll(async () => (await threads()).length, eventually).toBe(3)
    const { body } = await ada('GET', '/api/v1/journal')
    expect(body.entries).toMatchObject([{ outcome: 'unmatched', subject: 'Order 3' }])
  })

  it('applies actions on the server', async () => {
    const [first] = await threads()
    const acted = await ada('POST', `/api/v1/threads/${first.id}/actions`, {
      body: { action: 'trash', clientToken: 'token-trash-1' },
    })
    expect(acted.status).toBe(202)
    expect(await threads()).toHaveLength(2)
    expect(await threads('?folder=trash')).toHaveLength(1)
    const inboxOnServer = async () => (await ada('GET', '/api/v1/folders')).body.folders
    await expect
      .poll(
        async () => (await inboxOnServer()).find((f: { key: string }) => f.key === 'trash').totalCount,
        eventually,
      )
      .toBe(1)
  })

  it('delivers a threaded reply, with one copy in Sent', async () => {
    const thread = (await threads())[0]
    const original = (await ada('GET', `/api/v1/threads/${thread.id}`)).body.messages[0]
    const sent = await ada('POST', '/api/v1/messages/send', {
      body: {
        mailboxId,
        to: ['bob@mail.test'],
        subject: 'Re: Order',
        bodyText: 'It came, thank you.',
        replyToMessageId: original.id,
        clientToken: 'token-send-1',
      },
    })
    expect(sent.status).toBe(202)
    const journal = async () => (await ada('GET', '/api/v1/sending/journal')).body.items[0]
    await expect.poll(async () => (await journal())?.sendStatus, eventually).toBe('done')
    const bob = await connect('bob')
    expect(bob.status).toBe(201)
    const inBob = async () => threads(`?mailboxId=${bob.body.mailboxId}`)
    await expect.poll(async () => (await inBob()).length, eventually).toBe(1)
    expect((await inBob())[0].subject).toBe('Re: Order')
    await expect
      .poll(async () => (await threads(`?mailboxId=${mailboxId}&folder=sent`)).length, eventually)
      .toBe(1)
    expect((await threads(`?mailboxId=${mailboxId}&folder=sent`))[0].id).toBe(thread.id)
  })

  it('keeps its history when disconnected', async () => {
    const answer = await ada('POST', `/api/v1/mailboxes/${mailboxId}/disconnect`)
    expect(answer.body).toMatchObject({ mailboxId, credential: 'deleted' })
    expect((await threads(`?mailboxId=${mailboxId}`)).length).toBeGreaterThan(0)
    expect((await ada('POST', `/api/v1/mailboxes/${mailboxId}/sync`)).body.code).toBe('mailbox.not_active')
  })
})
