import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { asSession, connect } from '../../platform/live/fixtures/live-client.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify, notifyCounted } from './index.ts'

const path = '/api/v1/notifications/preferences'
const off = { enabled: false, hour: 8, timeZone: 'UTC' }

let server: TestServer
let live: Live
beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl)
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const itemsOf = async (member: TestMember) =>
  (await member.session('GET', '/api/v1/notifications')).body.items
const approval = (memberId: string) => ({
  memberId,
  kind: 'approval.pending' as const,
  severity: 'info' as const,
  params: { approvalId: newId(), workflowName: 'Offers', subject: null },
})
const draft = (memberId: string, subject: string) => ({
  memberId,
  kind: 'review.pending' as const,
  severity: 'info' as const,
  params: { count: 1, workflowName: 'Offers', subject },
  link: '/review',
  unreadKey: 'review.pending',
})

describe('notification preferences', () => {
  it('mute nothing and send no digest by default', async () => {
    const ada = await createMember(server)
    const { status, body } = await ada.session('GET', path)
    expect([status, body]).toEqual([200, { muted: [], digest: off }])
  })

  it('are replaced as a whole, each kind once', async () => {
    const ada = await createMember(server)
    const digest = { enabled: true, hour: 17, timeZone: 'Europe/Paris' }
    const muted = ['approval.pending', 'review.held', 'approval.pending']
    const put = await ada.session('PUT', path, { body: { muted, digest } })
    expect([put.status, put.body]).toEqual([200, { muted: ['approval.pending', 'review.held'], digest }])
    expect((await ada.session('GET', path)).body).toEqual(put.body)
    const again = await ada.session('PUT', path, { body: { muted: [], digest: { enabled: false, hour: 8 } } })
    expect(again.body).toEqual({ muted: [], digest: off })
  })

  it.each([
    ['an unknown kind', { muted: ['mail.lost'], digest: off }],
    ['a new sign-in', { muted: ['auth.new_sign_in'], digest: off }],
    ['a change of role', { muted: ['member.role_changed'], digest: off }],
    ['a new API key', { muted: ['api_key.created'], digest: off }],
    ['a mail whose fate is unknown', { muted: ['sending.unknown'], digest: off }],
    ['drafts that expired', { muted: ['review.expired'], digest: off }],
    ['an unknown time zone', { muted: [], digest: { ...off, timeZone: 'Mars/Olympus' } }],
    ['an hour that no day has', { muted: [], digest: { ...off, hour: 24 } }],
  ])('reject %s', async (_what, body) => {
    const ada = await createMember(server)
    const { status, body: answer } = await ada.session('PUT', path, { body })
    expect([status, answer.code]).toEqual([400, 'request.bad_request'])
  })

  it('keep a muted kind out of the list and off the channel, for this member only', async () => {
    const [ada, bob] = [await createMember(server), await createMember(server)]
    await ada.session('PUT', path, { body: { muted: ['approval.pending', 'review.pending'], digest: off } })
    const channel = await connect(server.url, asSession(ada.sessionToken))
    expect(await notify(server.db, live, approval(ada.id))).toBeUndefined()
    await notifyCounted(server.db, live, draft(ada.id, 'One'))
    expect(await notify(server.db, live, approval(bob.id))).toBeDefined()
    const notice = { ...approval(ada.id), kind: 'mailbox.recovered' as const }
    await notify(server.db, live, { ...notice, params: { mailboxId: newId(), address: 'a@example.com' } })
    // Events keep their order: what was published before this one would be here.
    await channel.next('notification.created')
    expect(channel.messages).toEqual([])
    await channel.close()
    expect((await itemsOf(ada)).map((one: { kind: string }) => one.kind)).toEqual(['mailbox.recovered'])
  })
})

describe('an event that comes often', () => {
  it('is counted in one notification until that is read', async () => {
    const ada = await createMember(server)
    const channel = await connect(server.url, asSession(ada.sessionToken))
    await notifyCounted(server.db, live, draft(ada.id, 'One'))
    await notifyCounted(server.db, live, draft(ada.id, 'Two'))
    const [first, ...more] = await itemsOf(ada)
    expect(more).toEqual([])
    expect(first).toMatchObject({ kind: 'review.pending', params: { count: 2, subject: 'Two' } })
    expect((await channel.next('notification.created')).data).toMatchObject({ params: { count: 1 } })
    expect((await channel.next('notification.updated')).data).toMatchObject({ id: first.id, archived: false })
    await channel.close()
    await ada.session('POST', `/api/v1/notifications/${first.id}/read`)
    await notifyCounted(server.db, live, draft(ada.id, 'Three'))
    const items = await itemsOf(ada)
    expect(items.map((one: { params: object }) => one.params)).toMatchObject([
      { count: 1, subject: 'Three' },
      { count: 2, subject: 'Two' },
    ])
  })

  it('is counted exactly, also when many come at once', async () => {
    const ada = await createMember(server)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => notifyCounted(server.db, live, draft(ada.id, `Draft ${i}`))),
    )
    expect(await itemsOf(ada)).toMatchObject([{ params: { count: 20 } }])
  })
})
