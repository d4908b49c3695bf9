import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'

const path = '/api/v1/admin/scope'
const empty = { mode: 'exclude', domains: [], emails: [] }

describe("the organisation's ingestion scope", () => {
  let server: TestServer
  let admin: TestMember
  beforeAll(async () => {
    server = await testServer()
    admin = await createMember(server, { role: 'admin' })
  })
  afterAll(() => server.close())
  const put = (body?: object) => admin.session('PUT', path, body ? { body } : {})

  it('excludes nobody by default', async () => {
    expect((await admin.session('GET', path)).body).toEqual({ scope: empty })
  })

  it('is normalised, replaced as a whole, and the same for every administrator', async () => {
    const answer = await put({
      mode: 'include',
      domains: [' Zeta.example ', 'zeta.example'],
      emails: ['A@B.c'],
    })
    const scope = { mode: 'include', domains: ['zeta.example'], emails: ['a@b.c'] }
    expect([answer.status, answer.body]).toEqual([200, { scope }])
    const other = await createMember(server, { role: 'admin' })
    expect((await other.session('GET', path)).body).toEqual({ scope })
    expect((await admin.session('GET', '/api/v1/scope')).body).toEqual({ scope: empty })
    expect((await put()).body).toEqual({ scope: empty })
  })

  it('is audit-logged by counts', async () => {
    await put({ emails: ['secret.friend@example.com'] })
    const entry = await server.db.row(sql`
      select actor_member_id as actor, target_kind as target, details from audit_entries
      where action = 'scope.replaced' order by at desc, id desc limit 1`)
    expect(entry).toEqual({
      actor: admin.id,
      target: 'instance',
      details: { mode: 'exclude', domains: 0, emails: 1 },
    })
  })

  it.each([
    [{ mode: 'some' }],
    [{ domains: [''] }],
    [{ domains: ['two words.example'] }],
    [{ emails: ['nobody'] }],
    [{ more: 1 }],
  ])('rejects %j', async (body) => {
    const answer = await put(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'request.bad_request'])
  })
})

describeWithMail('mail that the organisation leaves out', () => {
  let server: TestServer
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot({ users: ['ada'] })
    const environment = { MAILWRIGHT_ROLES: 'api,worker', MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' }
    server = await testServer(environment)
  })
  afterAll(async () => {
    await server?.close()
    await dovecot?.stop()
  })

  const mail = (n: number, from: string) =>
    `From: ${from}\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <s${n}@x.example>\r\n\r\nBody ${n}\r\n`
  const eventually = { timeout: 60_000, interval: 50 }

  it('is mirrored and journaled as such, before the scope of the member applies', async () => {
    const ada = await createMember(server)
    const admin = await createMember(server, { role: 'admin' })
    const { address, username, password } = dovecot.user('ada')
    const body = {
      address,
      username,
      password,
      allowInvalidCertificate: true,
      imapHost: dovecot.host,
      imapPort: dovecot.imapsPort,
      smtpHost: dovecot.host,
      smtpPort: 1,
    }
    await dovecot.deliver('ada', mail(1, 'first@x.example'))
    expect((await ada.session('POST', '/api/v1/mailboxes/imap', { body })).status).toBe(201)
    const messages = async () => (await ada.session('GET', '/api/v1/messages')).body.messages.length
    await expect.poll(messages, eventually).toBe(1)

    await admin.session('PUT', path, { body: { domains: ['bad.example'] } })
    await ada.session('PUT', '/api/v1/scope', {
      body: { domains: ['bad.example'], emails: ['no@good.example'] },
    })
    const senders = ['a@bad.example', 'b@sub.bad.example', 'no@good.example', 'yes@good.example']
    await dovecot.deliver(
      'ada',
      senders.map((from, i) => mail(i + 2, from)),
    )
    await expect.poll(messages, eventually).toBe(5)
    const { entries } = (await ada.session('GET', '/api/v1/journal')).body
    const outcomes = entries.map((e: { subject: string; outcome: string; ruleRef: string | null }) => [
      e.subject,
      e.outcome,
      e.ruleRef,
    ])
    expect(outcomes.sort()).toEqual([
      ['Mail 2', 'excluded_org', 'bad.example'],
      ['Mail 3', 'excluded_org', 'bad.example'],
      ['Mail 4', 'excluded_member', 'no@good.example'],
      ['Mail 5', 'unmatched', null],
    ])
  })
})
