import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf } from '#test/client'
import { createMember, password, type TestMember } from '#test/factories'
import { createTestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { chainOf } from '../executions/fixtures/graphs.ts'
import { finished, hook, publish, workerRole } from '../executions/fixtures/run-workflow.ts'

let server: TestServer
let admin: TestMember
let ada: TestMember
beforeAll(async () => {
  server = await testServer({
    ...workerRole,
    MAILWRIGHT_TRUST_PROXY: '1',
    MAILWRIGHT_UPLOAD_QUOTA_MB: '1',
    MAILWRIGHT_LIMIT_AUTOMATIC_PER_RECIPIENT_DAY: '1',
  })
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await createMember(server)
})

const noticesOf = async (member: TestMember) =>
  (await member.session('GET', '/api/v1/notifications')).body.items as { kind: string; params: object }[]

describe('a member is notified', () => {
  it('of an invitation that was accepted', async () => {
    const email = 'grace@example.com'
    const made = await admin.session('POST', '/api/v1/admin/members/invitations', {
      body: { email, role: 'member' },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const accepted = await clientOf(server.url)('POST', '/api/v1/auth/invitations/accept', {
      body: { token: made.body.token, name: 'Grace', password: 'a long sentence of mine' },
    })
    expect(accepted.status).toBe(201)
    const params = { memberId: accepted.body.member.id, name: 'Grace', email }
    expect(await noticesOf(admin)).toMatchObject([
      { kind: 'invitation.accepted', params, link: '/admin/members' },
    ])
  })

  it('of a sign-in from a new place, and not of the first one or of a known browser or address', async () => {
    const login = (from: string, cookie = '') =>
      clientOf(server.url, { 'x-forwarded-for': from, 'user-agent': 'Browser', ...(cookie && { cookie }) })(
        'POST',
        '/api/v1/auth/login',
        { body: { email: ada.email, password } },
      )
    const first = await login('203.0.113.1')
    expect(first.status).toBe(200)
    const device = first.headers.getSetCookie().find((one) => one.startsWith('mailwright_device='))
    await login('203.0.113.1')
    await login('203.0.113.2', device?.split(';')[0])
    expect(await noticesOf(ada)).toEqual([])
    await login('203.0.113.3')
    await login('203.0.113.3')
    expect(await noticesOf(ada)).toMatchObject([
      {
        kind: 'auth.new_sign_in',
        severity: 'warning',
        params: { ip: '203.0.113.3', userAgent: 'Browser' },
        link: '/account/sessions',
      },
    ])
  })

  it('of a new API key', async () => {
    const made = await ada.session('POST', '/api/v1/api-keys', {
      body: { name: 'CI', scopes: ['profile:read'] },
    })
    const { id: keyId, prefix } = made.body.key
    expect(await noticesOf(ada)).toMatchObject([
      { kind: 'api_key.created', params: { keyId, name: 'CI', prefix }, link: '/account/api-keys' },
    ])
  })

  it('of another role, and of being active again', async () => {
    const path = `/api/v1/admin/members/${ada.id}`
    for (const role of ['admin', 'admin']) await admin.session('PATCH', path, { body: { role } })
    expect(await noticesOf(ada)).toMatchObject([
      { kind: 'member.role_changed', params: { from: 'member', to: 'admin' }, link: '/account' },
    ])
    const bob = await createMember(server)
    await admin.session('POST', `/api/v1/admin/members/${bob.id}/deactivate`)
    await admin.session('POST', `/api/v1/admin/members/${bob.id}/reactivate`)
    await admin.session('POST', `/api/v1/admin/members/${bob.id}/reactivate`)
    const again = await clientOf(server.url)('POST', '/api/v1/auth/login', {
      body: { email: bob.email, password },
    })
    const cookie = again.headers.getSetCookie().map((one) => one.split(';')[0])
    const { body } = await clientOf(server.url, { cookie: cookie.join('; ') })('GET', '/api/v1/notifications')
    expect(body.items).toMatchObject([{ kind: 'member.reactivated', link: '/mailboxes' }])
  })

  it('of workflows that the system unpublished, in one notification', async () => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const graph = chainOf({
      mail: ['trigger.message', { mailboxIds: [mailbox.id] }],
      say: ['human.notify', { title: 'New' }],
    })
    const workflowId = await publish(ada, graph)
    await publish(ada, chainOf({ mail: ['trigger.message'], say: ['human.notify', { title: 'New' }] }))
    await ada.session('POST', `/api/v1/mailboxes/${mailbox.id}/disconnect`)
    expect((await noticesOf(ada)).find(({ kind }) => kind === 'workflow.unpublished')).toMatchObject({
      params: { count: 1, workflowId, workflowName: 'Test', reason: 'mailbox_removed' },
      link: `/workflows/${workflowId}`,
    })
  })

  it('once a day of a full quota of uploads', async () => {
    const upload = () =>
      ada.session('POST', '/api/v1/messages/attachments', {
        type: 'multipart/form-data; boundary=frontier',
        raw: Buffer.from(
          '--frontier\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n' +
            `Content-Type: text/plain\r\n\r\n${'x'.repeat(1024 * 1024 + 1)}\r\n--frontier--\r\n`,
        ),
      })
    expect([(await upload()).status, (await upload()).status]).toEqual([413, 413])
    expect(await noticesOf(ada)).toMatchObject([
      { kind: 'quota.reached', params: { quota: 'uploads', maxBytes: 1024 * 1024 } },
    ])
  })
})

describe('drafts of workflows', () => {
  const mail = (mailboxId: string) => ({
    mailboxId,
    to: 'bob@example.org',
    subject: 'Hello',
    body: 'Hello Bob.',
  })

  it('are counted in one notification while it is unread', async () => {
    const { id } = await createTestMailbox(server.db, ada.id)
    const graph = chainOf({ hook: ['trigger.webhook'], write: ['mail.draft', { ...mail(id), kind: 'new' }] })
    const call = await hook(server, ada, await publish(ada, graph))
    for (const _ of [1, 2, 3]) expect((await finished(ada, await call({}))).status).toBe('succeeded')
    expect(await noticesOf(ada)).toMatchObject([
      {
        kind: 'review.pending',
        params: { count: 3, workflowName: 'Test', subject: 'Hello' },
        link: '/review',
      },
    ])
    expect((await ada.session('GET', '/api/v1/desk/counts')).body).toMatchObject({ drafts: 3 })
  })

  it('that a guard held back are told with the reason', async () => {
    const { id } = await createTestMailbox(server.db, ada.id)
    const graph = chainOf({ hook: ['trigger.webhook'], send: ['mail.send', mail(id)] })
    const call = await hook(server, ada, await publish(ada, graph))
    for (const _ of [1, 2, 3]) expect((await finished(ada, await call({}))).status).toBe('succeeded')
    const notices = await noticesOf(ada)
    expect(notices.filter(({ kind }) => kind.startsWith('review.'))).toMatchObject([
      { kind: 'review.held', params: { count: 2, reason: 'cap_recipient', workflowName: 'Test' } },
    ])
  })
})
