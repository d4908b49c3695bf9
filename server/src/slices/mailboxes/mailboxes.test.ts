import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

const path = '/api/v1/mailboxes'
const body = (address: string, more: object = {}) => ({
  address,
  imapHost: 'imap.example.com',
  smtpHost: 'smtp.example.com',
  password: 'geheim-123',
  ...more,
})
const connect = async (member: TestMember, address: string, more: object = {}) => {
  const answer = await member.session('POST', `${path}/imap`, { body: body(address, more) })
  expect(answer.status).toBe(201)
  return answer.body as { mailboxId: string; address: string; created: boolean }
}
const listOf = async (member: TestMember) => (await member.session('GET', path)).body.mailboxes
const notificationsOf = async (member: TestMember) =>
  (await member.session('GET', '/api/v1/notifications')).body.items
const rowOf = (id: string) =>
  server.db.row<{ status: string; epoch: number; secretId: string | null; servers: object }>(
    sql`select status, epoch, secret_id as "secretId", servers from mailboxes where id = ${id}`,
  )
const entriesOf = (id: string) =>
  server.db.rows<{ action: string; details: object }>(
    sql`select action, details from audit_entries where target_id = ${id} order by at, id`,
  )

describe('connecting', () => {
  it('stores a mailbox and lists it to its member only', async () => {
    const member = await createMember(server)
    const { mailboxId, created } = await connect(member, 'New@Example.com')
    expect(created).toBe(true)
    expect(await listOf(member)).toEqual([
      {
        id: mailboxId,
        provider: 'imap',
        address: 'New@Example.com',
        status: 'active',
        syncMode: 'full',
        connectedAt: expect.any(String),
        messageCount: 0,
        analyzedAt: null,
        backfill: { status: 'pending', progressPct: null, oldestSyncedAt: null },
        lastDeltaAt: null,
        lastSuccessfulSyncAt: null,
        lastError: null,
      },
    ])
    expect(await listOf(ada)).not.toContainEqual(expect.objectContaining({ id: mailboxId }))
    expect((await rowOf(mailboxId))?.servers).toEqual({
      imap: { host: 'imap.example.com', port: 993, secure: true },
      smtp: { host: 'smtp.example.com', port: 465, secure: true },
      username: 'New@Example.com',
      allowInvalidCertificate: false,
    })
  })

  it('replaces the credentials of a known address, whatever its case', async () => {
    const member = await createMember(server)
    const first = await connect(member, 'known@example.com')
    const before = await rowOf(first.mailboxId)
    const again = await connect(member, 'KNOWN@example.com', { username: 'other' })
    expect(again).toEqual({ mailboxId: first.mailboxId, address: 'known@example.com', created: false })
    const after = await rowOf(first.mailboxId)
    expect(after).toMatchObject({ secretId: before?.secretId, servers: { username: 'other' } })
    expect(after?.epoch).toBeGreaterThan(before?.epoch ?? 0)
  })

  it('creates one mailbox for two concurrent requests', async () => {
    const member = await createMember(server)
    const all = await Promise.all(Array.from({ length: 8 }, () => connect(member, 'race@example.com')))
    expect(all.filter(({ created }) => created)).toHaveLength(1)
    expect(await listOf(member)).toHaveLength(1)
    const [secrets] = await server.db.rows<{ count: number }>(
      sql`select count(*) from secrets where owner_id = ${all[0]?.mailboxId}`,
    )
    expect(secrets?.count).toBe(1)
  })

  it('lets two members have the same address', async () => {
    const bob = await createMember(server)
    const { mailboxId } = await connect(ada, 'shared@example.com')
    const other = await connect(bob, 'shared@example.com')
    expect([other.created, other.mailboxId === mailboxId]).toEqual([true, false])
  })

  it.each(['', 'nobody', 'a@', 'a b@example.com', 'a@b@c'])('rejects %j as an address', async (address) => {
    const answer = await ada.session('POST', `${path}/imap`, { body: body(address) })
    expect([answer.status, answer.body.code]).toEqual([400, 'request.bad_request'])
  })

  it('never shows the password: not in replies, the database or the audit log', async () => {
    const password = 'planted-needle-9f3c'
    const answer = await ada.session('POST', `${path}/imap`, {
      body: body('secret@example.com', { password }),
      headers: { 'idempotency-key': 'secret' },
    })
    const list = await ada.session('GET', path)
    const tables = await server.db.rows<{ name: string }>(
      sql`select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    )
    const dump: string[] = []
    for (const { name } of tables) {
      const rows = await server.db.pool.query(`select t::text as row from ${name} t`)
      dump.push(...rows.rows.map(({ row }) => row))
    }
    const everything = [answer.text, list.text, ...dump].join('\n')
    expect(everything).toContain('secret@example.com')
    expect(everything).not.toContain(password)
    expect(everything).not.toContain(Buffer.from(password).toString('hex'))
    expect(await entriesOf(answer.body.mailboxId)).toEqual([
      {
        action: 'mailbox.connected',
        details: { address: 'secret@example.com', provider: 'imap', created: true },
      },
    ])
  })
})

describe('the list', () => {
  it('shows the backfill progress, and none for processing_only', async () => {
    const member = await createMember(server)
    const { mailboxId } = await connect(member, 'progress@example.com')
    const backfill = async () => (await listOf(member))[0].backfill
    await server.db.run(sql`
      update mailboxes set backfill_status = 'running', backfill_total = 3000, backfill_done = 1000
      where id = ${mailboxId}`)
    expect(await backfill()).toEqual({ status: 'running', progressPct: 33.3, oldestSyncedAt: null })
    const patch = { body: { syncMode: 'processing_only' } }
    const changed = await member.session('PATCH', `${path}/${mailboxId}`, patch)
    expect([changed.status, changed.body.mailbox.syncMode]).toEqual([200, 'processing_only'])
    expect(await backfill()).toBeNull()
    await member.session('PATCH', `${path}/${mailboxId}`, { body: { syncMode: 'full' } })
    expect(await backfill()).toMatchObject({ status: 'pending' })
  })
})

describe('disconnecting', () => {
  it('stops everything once, and reconnecting reverts it', async () => {
    const member = await createMember(server)
    const { mailboxId: id } = await connect(member, 'bye@example.com')
    const epoch = (await rowOf(id))?.epoch ?? 0
    const secretId = (await rowOf(id))?.secretId
    const summary = { mailboxId: id, address: 'bye@example.com', disarmedWorkflows: 0 }
    const first = await member.session('POST', `${path}/${id}/disconnect`)
    expect([first.status, first.body]).toEqual([200, { ...summary, credential: 'deleted' }])
    const second = await member.session('POST', `${path}/${id}/disconnect`)
    expect([second.status, second.body]).toEqual([200, { ...summary, credential: 'none' }])
    expect(await rowOf(id)).toMatchObject({ status: 'disconnected', secretId: null, epoch: epoch + 1 })
    expect(await server.db.rows(sql`select from secrets where id = ${secretId}`)).toEqual([])
    expect(await notificationsOf(member)).toMatchObject([
      {
        kind: 'mailbox.removed',
        params: {
          mailboxId: id,
          address: 'bye@example.com',
          mode: 'disconnected',
          unpublishedWorkflows: 0,
        },
      },
    ])
    for (const what of ['sync', 'resync']) {
      const sent = { body: { since: new Date(Date.now() - 1000).toISOString() } }
      const { status, body } = await member.session('POST', `${path}/${id}/${what}`, sent)
      expect([status, body.code]).toEqual([409, 'mailbox.not_active'])
    }
    expect(await connect(member, 'bye@example.com')).toMatchObject({ mailboxId: id, created: false })
    expect(await rowOf(id)).toMatchObject({ status: 'active', secretId: expect.any(String) })
    const actions = (await entriesOf(id)).map(({ action }) => action)
    expect(actions).toEqual(['mailbox.connected', 'mailbox.disconnected', 'mailbox.connected'])
  })

  it('applies to all mailboxes of a suspended member', async () => {
    const admin = await createMember(server, { role: 'admin' })
    const member = await createMember(server)
    await connect(member, 'one@example.com')
    await connect(member, 'two@example.com')
    const { mailboxId: gone } = await connect(member, 'three@example.com')
    await member.session('POST', `${path}/${gone}/disconnect`)
    const list = await admin.session('GET', '/api/v1/admin/members')
    const seen = list.body.members.find((one: { id: string }) => one.id === member.id)
    expect(seen.mailboxCount).toBe(3)
    const answer = await admin.session('POST', `/api/v1/admin/members/${member.id}/deactivate`)
    expect(answer.body.effects.mailboxesPaused).toBe(2)
    const active = sql`select from mailboxes where member_id = ${member.id} and status = 'active'`
    expect(await server.db.rows(active)).toEqual([])
  })
})

describe('the removal impact', () => {
  it('counts the messages', async () => {
    const { mailboxId } = await connect(ada, 'impact@example.com')
    const { status, body } = await ada.session('GET', `${path}/${mailboxId}/removal-impact`)
    expect([status, body]).toEqual([
      200,
      { mailboxId, address: 'impact@example.com', messages: 0, pendingExecutions: 0, workflows: [] },
    ])
  })
})
