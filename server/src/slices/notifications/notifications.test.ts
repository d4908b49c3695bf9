import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from './index.ts'
import { purgeNotifications } from './notifications.store.ts'

const path = '/api/v1/notifications'
let server: TestServer
let live: Live
let ada: TestMember
let bob: TestMember

beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl)
  bob = await createMember(server)
})
beforeEach(async () => {
  ada = await createMember(server)
})
afterAll(async () => {
  await live.close()
  await server.close()
})

async function notifyMember(member: TestMember, address = 'a@example.com'): Promise<string> {
  const params = { mailboxId: newId(), address }
  const row = { memberId: member.id, kind: 'mailbox.recovered', severity: 'info', params } as const
  const created = await notify(server.db, live, row)
  // Notifications created in the same millisecond have no defined order.
  await sleep(2)
  return created?.id ?? ''
}
const tellMany = async (member: TestMember, count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.unshift(await notifyMember(member))
  return ids
}
const idsOf = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map(({ id }) => id)
const list = (member: TestMember, query = '') => member.session('GET', `${path}${query}`)

describe('the list of notifications', () => {
  it("returns the member's own, newest first, in the specified shape", async () => {
    const params = { mailboxId: newId(), address: 'a@example.com', kind: 'auth_failed' }
    const link = '/mailboxes'
    await notifyMember(bob)
    await notifyMember(ada)
    await notify(server.db, live, {
      memberId: ada.id,
      kind: 'mailbox.error',
      severity: 'error',
      params,
      link,
    })
    const { status, body } = await list(ada)
    expect(status).toBe(200)
    expect(body).toMatchObject({ nextCursor: null, unreadCount: 2 })
    expect(body.items).toHaveLength(2)
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      kind: 'mailbox.error',
      severity: 'error',
      params,
      link,
      readAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  it('filters by unread, and counts all unread ones whatever the page', async () => {
    const ids = await tellMany(ada, 5)
    await ada.session('POST', `${path}/${ids[0]}/read`)
    const unread = await list(ada, '?unread=true&limit=2')
    expect(idsOf(unread)).toEqual(ids.slice(1, 3))
    expect(unread.body.unreadCount).toBe(4)
    expect(idsOf(await list(ada, '?unread=false'))).toEqual(ids)
  })

  it('returns pages of 30, at most 100, and rejects a higher limit', async () => {
    const ids = await tellMany(ada, 31)
    const first = await list(ada)
    expect(idsOf(first)).toEqual(ids.slice(0, 30))
    expect(idsOf(await list(ada, '?limit=100'))).toEqual(ids)
    for (const limit of ['101', '0', '-1', 'x', '1.5'])
      expect((await list(ada, `?limit=${limit}`)).body.code).toBe('request.bad_request')
  })

  it('continues after the last page, even when some are added, read or archived meanwhile', async () => {
    const ids = await tellMany(ada, 7)
    const first = await list(ada, '?limit=3')
    await tellMany(ada, 3)
    await ada.session('POST', `${path}/${ids[2]}/archive`)
    const second = await list(ada, `?limit=3&cursor=${first.body.nextCursor}`)
    const third = await list(ada, `?limit=3&cursor=${second.body.nextCursor}`)
    expect([first, second, third].flatMap(idsOf)).toEqual(ids)
    expect(third.body.nextCursor).toBeNull()
  })

  it('does not skip those created at the same time', async () => {
    await server.db.transaction(async (tx) => {
      for (let i = 0; i < 5; i++)
        await notify(tx, live, {
          memberId: ada.id,
          kind: 'mailbox.recovered',
          severity: 'info',
          params: { mailboxId: newId(), address: 'a@example.com' },
        })
    })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await list(ada, `?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...idsOf(page))
      cursor = page.body.nextCursor
      if (!cursor) break
    }
    expect(new Set(seen).size).toBe(5)
  })

  it('rejects a cursor that is malformed or belongs to other filters or another list', async () => {
    await tellMany(ada, 2)
    const { nextCursor } = (await list(ada, '?limit=1')).body
    const forged = (time: string) => {
      const [mark, , id] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString())
      return Buffer.from(JSON.stringify([mark, time, id])).toString('base64url')
    }
    const bad = ['', 'x', '%00', forged('2026-02-30T00:00:00.000Z'), forged('0000-01-01T00:00:00.000Z')]
    const addresses = [
      ...bad.map((cursor) => `${path}?cursor=${cursor}`),
      `${path}?unread=true&cursor=${nextCursor}`,
      `/api/v1/executions/incidents?cursor=${nextCursor}`,
      `/api/v1/contacts?cursor=${nextCursor}`,
    ]
    for (const address of addresses) {
      const { status, body } = await ada.session('GET', address)
      expect([status, body.code], address).toEqual([400, 'request.bad_request'])
    }
    expect((await list(ada, `?cursor=${nextCursor}`)).status).toBe(200)
  })

  it('requires the scope of a key', async () => {
    await notifyMember(ada)
    const reader = await ada.key('notifications:read')
    expect((await reader('GET', path)).body.items).toHaveLength(1)
    const refused = await reader('POST', `${path}/read`)
    expect([refused.status, refused.body.details.required]).toEqual([403, 'notifications:write'])
    const other = await (await ada.key('contacts:*'))('GET', path)
    expect([other.status, other.body.code]).toEqual([403, 'api_key.scope_missing'])
  })
})

describe('a notification', () => {
  it('keeps the first time when read again', async () => {
    const id = await notifyMember(ada)
    const first = await ada.session('POST', `${path}/${id}/read`)
    expect(first.body.notification.readAt).toMatch(/Z$/)
    await server.db.run(sql`update notifications set read_at = read_at - interval '1 hour' where id = ${id}`)
    const again = await ada.session('POST', `${path}/${id}/read`)
    expect(Date.parse(again.body.notification.readAt)).toBeLessThan(Date.now() - 3_500_000)
  })

  it('is marked read with all others, and returns how many were unread', async () => {
    const [last] = await tellMany(ada, 3)
    const bobs = await notifyMember(bob)
    await ada.session('POST', `${path}/${last}/read`)
    expect((await ada.session('POST', `${path}/read`)).body).toEqual({ read: 2 })
    expect((await ada.session('POST', `${path}/read`)).body).toEqual({ read: 0 })
    expect((await list(ada)).body.unreadCount).toBe(0)
    expect(idsOf(await list(bob, '?unread=true'))).toContain(bobs)
  })

  it('is hidden and not counted once archived, cannot be read, and can be archived again', async () => {
    const id = await notifyMember(ada)
    expect((await ada.session('POST', `${path}/${id}/archive`)).status).toBe(204)
    expect((await list(ada)).body).toEqual({ items: [], nextCursor: null, unreadCount: 0 })
    expect((await ada.session('POST', `${path}/read`)).body).toEqual({ read: 0 })
    expect((await ada.session('POST', `${path}/${id}/archive`)).status).toBe(204)
    const read = await ada.session('POST', `${path}/${id}/read`)
    expect([read.status, read.body.code]).toEqual([404, 'notifications.not_found'])
  })

  it("returns 404 for another member's", async () => {
    const id = await notifyMember(ada)
    for (const target of [id, newId(), 'nope'])
      for (const verb of ['read', 'archive']) {
        const { status, body } = await bob.session('POST', `${path}/${target}/${verb}`)
        expect([status, body.code]).toEqual([404, 'notifications.not_found'])
      }
    expect((await list(ada)).body.unreadCount).toBe(1)
  })

  it('is purged after its retention, in batches', async () => {
    const ids = await tellMany(ada, 4)
    await server.db.run(sql`
      update notifications set created_at = now() - interval '91 days' where id = any (${ids.slice(1)})`)
    expect(await purgeNotifications(server.db, 90, 2)).toBe(2)
    expect(await purgeNotifications(server.db, 90, 2)).toBe(1)
    expect(idsOf(await list(ada))).toEqual(ids.slice(0, 1))
  })
})
