import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import type { Live } from '../../platform/live/live.ts'
import { recordError, recordRecovery, recordSync } from './index.ts'
import { sweepStalls } from './sweep-stalls.ts'

let server: TestServer
let live: Live
let ada: TestMember
let id: string
beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl)
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const connect = async () => {
  const body = { address: 'ada@example.com', imapHost: 'i', smtpHost: 's', password: 'p' }
  return (await ada.session('POST', '/api/v1/mailboxes/imap', { body })).body.mailboxId
}
/** Connected long ago, with the last sync the given number of seconds ago. */
const setLastSync = (seconds: number) =>
  server.db.run(sql`
    update mailboxes set watched_since = now() - interval '1 day',
      last_successful_sync_at = now() - make_interval(secs => ${seconds}::float8) where id = ${id}`)
beforeEach(async () => {
  ada = await createMember(server)
  id = await connect()
  await setLastSync(0)
})

const sweep = () => sweepStalls(server.db, live)
const sync = () => recordSync(server.db, live, id, { served: null, changed: false })
const fail = (kind: string) =>
  recordError(server.db, live, id, { kind, message: 'ada@example.com was refused', operation: 'login' })
const incidents = async () =>
  (await ada.session('GET', '/api/v1/executions/incidents')).body.items.filter(
    (one: { mailboxId: string }) => one.mailboxId === id,
  )
const notifications = async () => {
  const { items } = (await ada.session('GET', '/api/v1/notifications')).body
  return items
    .map(({ kind, params }: { kind: string; params: { kind?: string } }) => [kind, params.kind].join(' '))
    .reverse()
}

describe('a mailbox that has not been synced for some minutes', () => {
  it('opens one incident over all sweeps, and notifies the member once', async () => {
    await setLastSync(180)
    await sweep()
    expect([await incidents(), await notifications()]).toEqual([[], []])
    await setLastSync(240)
    await Promise.all([sweep(), sweep(), sweep()])
    await sweep()
    expect(await incidents()).toEqual([
      {
        id: expect.any(String),
        mailboxId: id,
        executionId: '',
        workflowId: '',
        workflowName: '',
        nodeId: null,
        nodeName: null,
        acknowledgedAt: null,
        failedAt: expect.stringMatching(/Z$/),
        errorSummary: expect.stringMatching(
          /^No successful check for new mail since \d{4}-\d\d-\d\dT\d\d:\d\dZ\.$/,
        ),
      },
    ])
    expect(await notifications()).toEqual(['mailbox.error stalled'])
  })

  it('recovers with the next sync, and opens another incident when it stalls again', async () => {
    await setLastSync(240)
    await sweep()
    await sync()
    await sweep()
    await sweep()
    expect(await notifications()).toEqual(['mailbox.error stalled', 'mailbox.recovered '])
    await setLastSync(240)
    await sweep()
    expect(await incidents()).toHaveLength(2)
    expect(await notifications()).toHaveLength(3)
  })

  it('includes one whose inbox cannot be opened although its other folders are synced', async () => {
    await server.db.run(sql`
      insert into folders (id, mailbox_id, path, key, role, name, synced_at)
      values (${newId()}, ${id}, 'INBOX', 'inbox', 'inbox', 'INBOX', now() - interval '4 minutes')`)
    await sync()
    await sweep()
    expect(await incidents()).toHaveLength(1)
    await server.db.run(sql`update folders set synced_at = clock_timestamp() where mailbox_id = ${id}`)
    await sync()
    await sweep()
    expect(await notifications()).toEqual(['mailbox.error stalled', 'mailbox.recovered '])
  })

  it('gets a grace period after the whole service was down', async () => {
    const worker = newId()
    await setLastSync(3600)
    await server.db.run(sql`
      insert into processes (id, roles, host, pid) values (${worker}, '{worker}', 'test', '1')`)
    await sweep()
    expect(await incidents()).toEqual([])
    await server.db.run(sql`
      update processes set started_at = now() - interval '4 minutes', heartbeat_at = now() where id = ${worker}`)
    await sweep()
    expect(await incidents()).toHaveLength(1)
    await server.db.run(sql`delete from processes where id = ${worker}`)
  })
})

describe('a mailbox whose server fails', () => {
  it('reports the reason without personal data, and recovers only with the next sync', async () => {
    await setLastSync(240)
    await fail('unreachable')
    await sweep()
    const [{ errorSummary }] = await incidents()
    expect(errorSummary).toMatch(/: unreachable\. \[email\] was refused$/)
    await server.db.run(sql`update mailboxes set failing_since = now() - interval '16 min' where id = ${id}`)
    await fail('unreachable')
    await recordRecovery(server.db, live, id)
    await sweep()
    expect([await notifications(), (await incidents()).length]).toEqual([['mailbox.error unreachable'], 1])
    await sync()
    await sweep()
    expect(await notifications()).toEqual(['mailbox.error unreachable', 'mailbox.recovered '])
  })

  it('opens an incident in status error too; notifies of the reconnection once', async () => {
    for (const _attempt of [1, 2, 3]) await fail('auth_failed')
    await setLastSync(240)
    await sweep()
    expect([await notifications(), (await incidents()).length]).toEqual([['mailbox.error auth_failed'], 1])
    await connect()
    await sweep()
    await sync()
    await sweep()
    expect(await notifications()).toEqual(['mailbox.error auth_failed', 'mailbox.recovered '])
    expect(await incidents()).toHaveLength(1)
  })
})

describe('a mailbox that is disconnected', () => {
  it('opens no incident', async () => {
    await setLastSync(240)
    await sweep()
    await ada.session('POST', `/api/v1/mailboxes/${id}/disconnect`)
    await setLastSync(7200)
    await sweep()
    expect(await notifications()).toEqual(['mailbox.error stalled', 'mailbox.removed '])
    expect(await incidents()).toHaveLength(1)
  })
})
