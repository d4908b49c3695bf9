import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { type Exim, startExim } from '#test/mail/exim'
import { testKeys } from '#test/open-mail'
import { type TestServer, testServer } from '#test/server'
import { createApp } from '../../composition/app.ts'
import { readConfig } from '../../platform/config/read-config.ts'
import { createLog } from '../../platform/log/log.ts'
import { openImap } from '../../protocols/imap/imap.ts'

const eventually = { timeout: 60_000, interval: 50 }
const mail = (subject: string) =>
  `From: zoe@shop.example\r\nTo: ada@mail.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@shop.example>\r\n\r\nHi\r\n`

describeWithMail('mail that arrives after a mailbox was connected', () => {
  let dovecot: Dovecot
  let exim: Exim
  let server: TestServer
  let ada: TestMember
  let allow: string
  beforeAll(async () => {
    dovecot = await startDovecot({ users: ['ada', 'bob'] })
    exim = await startExim({ dovecot, users: ['ada', 'bob'] })
    allow = [dovecot.imapsPort, exim.smtpsPort].map((port) => `localhost:${port}`).join(',')
    server = await testServer({ MAILWRIGHT_OUTBOUND_ALLOW: allow }, { mail: {} })
    ada = await createMember(server)
  })
  afterAll(async () => {
    await server?.close()
    await exim?.stop()
    await dovecot?.stop()
  })

  /** Mailboxes are mirrored from here on, long after they were connected. */
  async function startWorker() {
    const config = readConfig({
      PORT: '0',
      MAILWRIGHT_ROLES: 'worker',
      MAILWRIGHT_ATTACHMENT_CACHE_MB: '0',
      MAILWRIGHT_OUTBOUND_ALLOW: allow,
    })
    const log = createLog('silent')
    const app = await createApp({ config, databaseUrl: server.databaseUrl, keys: testKeys(), log })
    await app.start()
    return app
  }
  const connect = async (name: string, more: object = {}) => {
    const { address, username, password } = dovecot.user(name)
    const servers = {
      imapHost: 'localhost',
      imapPort: dovecot.imapsPort,
      smtpHost: 'localhost',
      smtpPort: exim.smtpsPort,
    }
    const body = { address, username, password, allowInvalidCertificate: true, ...servers, ...more }
    const answer = await ada.session('POST', '/api/v1/mailboxes/imap', { body })
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return String(answer.body.mailboxId)
  }
  const subjectsOf = (rows: { subject: string }[]) => rows.map(({ subject }) => subject).sort()
  const journal = async (mailboxId: string) =>
    subjectsOf((await ada.session('GET', `/api/v1/journal?mailboxId=${mailboxId}`)).body.entries)
  const messages = async (mailboxId: string) =>
    subjectsOf((await ada.session('GET', `/api/v1/messages?mailboxId=${mailboxId}`)).body.messages)

  it('is new, journaled and dispatched, even before the mirror has started', async () => {
    const node = { id: 'mail', type: 'trigger.message', version: 1, name: 'Mail', params: {} }
    const graph = { id: 'g', workflowId: 'w', nodes: [node], connections: [] }
    const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Sort', graph } })
    await ada.session('PATCH', `/api/v1/workflows/${made.body.id}`, { body: { published: true } })
    const { username, password } = dovecot.user('ada')
    const session = await openImap({
      host: dovecot.host,
      port: dovecot.imapPort,
      secure: false,
      username,
      allowInvalidCertificate: true,
      auth: { kind: 'password', password },
    })
    await session.createFolder('Lists')
    await session.close()
    await dovecot.deliver('ada', mail('old'))
    const id = await connect('ada')
    await dovecot.deliver('ada', mail('first'))
    await dovecot.deliver('ada', mail('listed'), { folder: 'Lists' })
    const worker = await startWorker()
    try {
      await expect.poll(() => messages(id), eventually).toEqual(['first', 'listed', 'old'])
      expect(await journal(id)).toEqual(['first', 'listed'])
      await dovecot.deliver('ada', mail('later'))
      await expect.poll(() => journal(id), eventually).toEqual(['first', 'later', 'listed'])
      const { body } = await ada.session('GET', `/api/v1/executions?workflowId=${made.body.id}`)
      // The trigger takes mail of the inbox.
      const headlines = body.executions.map((one: { messageHeadline: object }) => one.messageHeadline)
      expect(subjectsOf(headlines)).toEqual(['first', 'later'])
    } finally {
      await worker.close()
    }
  })

  it('stays new when the mailbox is connected again before it was mirrored', async () => {
    const id = await connect('bob')
    await dovecot.deliver('bob', mail('early'))
    expect(await connect('bob')).toBe(id)
    const worker = await startWorker()
    try {
      await expect.poll(() => journal(id), eventually).toEqual(['early'])
    } finally {
      await worker.close()
    }
  })
})
