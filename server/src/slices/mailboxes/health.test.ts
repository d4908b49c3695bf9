import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { openDatabase } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLive, type Live } from '../../platform/live/live.ts'
import { createLog } from '../../platform/log/log.ts'
import { recordError, recordRecovery, recordSync } from './index.ts'

let server: TestServer
let live: Live
let ada: TestMember
let id: string
beforeAll(async () => {
  server = await testServer()
  const onIdleError = () => undefined
  const own = openDatabase({ url: server.databaseUrl, connections: 1, name: 'mailwright live', onIdleError })
  live = createLive({ db: own, log: createLog('silent') })
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const connect = async () => {
  const body = { address: 'ada@example.com', imapHost: 'i', smtpHost: 's', password: 'p' }
  return (await ada.session('POST', '/api/v1/mailboxes/imap', { body })).body.mailboxId
}
beforeEach(async () => {
  ada = await createMember(server)
  id = await connect()
})

const seen = async () => (await ada.session('GET', '/api/v1/mailboxes')).body.mailboxes[0]
const kinds = async () => {
  const { items } = (await ada.session('GET', '/api/v1/notifications')).body
  return items.map(({ kind }: { kind: string }) => kind).reverse()
}
const refuse = (kind = 'auth_failed') =>
  recordError(server.db, live, id, { kind, message: 'LOGIN failed\0', code: 'AUTH', operation: 'login' })
const epoch = async () =>
  (await server.db.row<{ epoch: number }>(sql`select epoch from mailboxes where id = ${id}`))?.epoch ?? 0

describe('a mailbox that rejects the sign-in', () => {
  it('goes to error after three consecutive failures, and notifies the member once', async () => {
    const before = await epoch()
    await refuse()
    await refuse()
    expect(await seen()).toMatchObject({
      status: 'active',
      lastError: { kind: 'auth_failed', code: 'AUTH', operation: 'login', at: expect.any(String) },
    })
    expect([await kinds(), await epoch()]).toEqual([[], before])
    await refuse()
    await refuse()
    expect(await seen()).toMatchObject({ status: 'error' })
    // The new epoch stops the current owner.
    expect([await kinds(), await epoch()]).toEqual([['mailbox.error'], before + 1])
  })

  it('resets the count after a success', async () => {
    for (const _round of [1, 2]) {
      await refuse()
      await refuse()
      await recordRecovery(server.db, live, id)
    }
    expect(await seen()).toMatchObject({ status: 'active', lastError: null })
    expect(await kinds()).toEqual([])
  })

  it('recovers when it is reconnected', async () => {
    for (const _attempt of [1, 2, 3]) await refuse()
    expect(await connect()).toBe(id)
    expect(await seen()).toMatchObject({ status: 'active', lastError: null })
    expect(await kinds()).toEqual(['mailbox.error', 'mailbox.recovered'])
    await recordRecovery(server.db, live, id)
    expect(await kinds()).toEqual(['mailbox.error', 'mailbox.recovered'])
  })

  it('goes to error at once when the grant is revoked', async () => {
    await refuse('grant_revoked')
    expect(await seen()).toMatchObject({ status: 'error', lastError: { kind: 'grant_revoked' } })
  })
})

describe('a server that does not answer', () => {
  it('stays active, and notifies the member when it lasts', async () => {
    for (const _attempt of [1, 2, 3, 4]) await refuse('unreachable')
    expect([(await seen()).status, await kinds()]).toEqual(['active', []])
    await server.db.run(sql`update mailboxes set failing_since = now() - interval '16 min'`)
    await refuse('unreachable')
    await refuse('unreachable')
    expect([(await seen()).status, await kinds()]).toEqual(['active', ['mailbox.error']])
    await recordRecovery(server.db, live, id)
    await recordRecovery(server.db, live, id)
    expect(await kinds()).toEqual(['mailbox.error', 'mailbox.recovered'])
  })
})

describe('a late result', () => {
  it('does not change a disconnected mailbox', async () => {
    await ada.session('POST', `/api/v1/mailboxes/${id}/disconnect`)
    for (const _attempt of [1, 2, 3]) await refuse()
    await recordRecovery(server.db, live, id)
    expect(await seen()).toMatchObject({ status: 'disconnected', lastError: null })
    expect(await kinds()).toEqual(['mailbox.removed'])
  })
})

describe('a successful sync', () => {
  it('is recorded', async () => {
    await recordSync(server.db, live, id, { served: null, changed: true })
    expect(await seen()).toMatchObject({
      lastDeltaAt: expect.any(String),
      lastSuccessfulSyncAt: expect.any(String),
    })
  })
})
