import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { setSynced } from './health.store.ts'
import { findResync, findSyncRequest, finishResync } from './index.ts'

let server: TestServer
let ada: TestMember
let id: string
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run(sql`delete from mailboxes`)
  const body = { address: 'ada@example.com', imapHost: 'i', smtpHost: 's', password: 'p' }
  id = (await ada.session('POST', '/api/v1/mailboxes/imap', { body })).body.mailboxId
})

const sync = async () => {
  const { status, body } = await ada.session('POST', `/api/v1/mailboxes/${id}/sync`)
  return [status, body]
}
const day = 24 * 60 * 60 * 1000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const resync = async (since: string) => {
  const { status, body } = await ada.session('POST', `/api/v1/mailboxes/${id}/resync`, { body: { since } })
  return [status, body.code ?? body]
}

describe('a requested sync', () => {
  it('is enqueued once until it is served', async () => {
    expect(await sync()).toEqual([202, { enqueued: true }])
    expect(await sync()).toEqual([202, { enqueued: false }])
    await setSynced(server.db, id, await findSyncRequest(server.db, id))
    expect(await sync()).toEqual([202, { enqueued: true }])
  })

  it('is not served by a poll that started before it', async () => {
    const before = await findSyncRequest(server.db, id)
    expect(await sync()).toEqual([202, { enqueued: true }])
    await setSynced(server.db, id, before)
    expect(await sync()).toEqual([202, { enqueued: false }])
  })
})

describe('a resync', () => {
  it('must start in the past, at most 92 days back', async () => {
    for (const since of [ago(-1000), ago(93 * day)])
      expect(await resync(since)).toEqual([400, 'mailbox.resync_window_invalid'])
    expect(await resync(ago(92 * day - 60_000))).toEqual([202, { enqueued: true }])
  })

  it('is processed once, and widened by an earlier start', async () => {
    const [near, far] = [ago(day), ago(3 * day)]
    expect(await resync(near)).toEqual([202, { enqueued: true }])
    expect(await resync(ago(day / 2))).toEqual([202, { enqueued: false }])
    const seen = await findResync(server.db, id)
    expect(seen?.since).toBe(near)
    expect(await resync(far)).toEqual([202, { enqueued: true }])
    // The reader learns at the end that the period was widened.
    expect(await finishResync(server.db, { id: seen?.id ?? '', since: near })).toBe(false)
    expect(await finishResync(server.db, { id: seen?.id ?? '', since: far })).toBe(true)
    expect(await findResync(server.db, id)).toBeUndefined()
    expect(await resync(near)).toEqual([202, { enqueued: true }])
  })
})

describe('the lag', () => {
  it('compares the server with the mirror', async () => {
    await server.db.run(sql`
      insert into folders (id, mailbox_id, path, key, role, name, uid_next, server_messages)
      values (gen_random_uuid(), ${id}, 'INBOX', 'inbox', 'inbox', 'INBOX', 42, 40)`)
    const { status, body } = await ada.session('GET', `/api/v1/mailboxes/${id}/lag`)
    expect([status, body]).toEqual([
      200,
      {
        mailboxId: id,
        lastDeltaAt: null,
        lastReceivedAt: null,
        lastProcessedAt: null,
        missingMessages: 40,
        extraMessages: 0,
        folders: [
          {
            key: 'inbox',
            name: 'INBOX',
            serverMessages: 40,
            mirroredMessages: 0,
            extraMessages: 0,
            lastServerUid: 41,
            lastMirroredUid: null,
          },
        ],
      },
    ])
  })
})
