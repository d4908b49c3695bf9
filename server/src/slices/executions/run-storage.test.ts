import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { rowsRead } from '#test/rows-read'
import { type TestServer, testServer } from '#test/server'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import type { Live } from '../../platform/live/live.ts'
import { chainOf, set } from './fixtures/graphs.ts'
import { eventually, finished, hook, publish, workerRole } from './fixtures/run-workflow.ts'
import { limitRunStorage } from './limit-run-storage.ts'
import { countFinishedRuns } from './run-storage.store.ts'

const quota = 1024 * 1024
let server: TestServer
let live: Live
let ada: TestMember
let call: Awaited<ReturnType<typeof hook>>

beforeAll(async () => {
  server = await testServer({ ...workerRole, MAILWRIGHT_RUN_DATA_QUOTA_MB: '1' })
  live = testLive(server.databaseUrl)
  ada = await createMember(server)
  const graph = chainOf({ start: ['trigger.webhook'], done: set({ ok: true }) })
  call = await hook(server, ada, await publish(ada, graph))
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const run = async (bytes: number) => finished(ada, await call({ text: 'x'.repeat(bytes) }))
/**
 * As they are a few minutes later, when the dashboard has counted them, and nothing was counted here for an hour. In one
 * transaction: the scheduled job may run at any moment.
 */
const makeOld = () =>
  server.db.transaction(async (tx) => {
    await tx.run(sql`update run_storage_progress set counted_until = now() - interval '1 hour'`)
    await tx.run(sql`delete from run_storage`)
    await tx.run(sql`
      update executions set finished_at = now() - interval '3 minutes'
      where finished_at > now() - interval '3 minutes'`)
    await tx.run(sql`update dashboard_progress set counted_until = now() - interval '1 minute'`)
  })
/** Adds executions that finished one after another, the first so long ago. */
const addFinished = (db: Db, count: number, ago: string) =>
  db.run(sql`
    with added as (
      insert into executions (id, member_id, workflow_id, version_id, trigger_node_id, trigger_type, status, finished_at)
      select gen_random_uuid(), e.member_id, e.workflow_id, e.version_id, e.trigger_node_id, e.trigger_type, 'succeeded',
        now() - ${ago}::interval + n * interval '2 milliseconds'
      from (select * from executions limit 1) e, generate_series(1, ${count}::int) n returning id)
    insert into execution_parts (execution_id, part, content) select id, 0, 'content' from added`)
const counted = async () =>
  (
    await server.db.row<{ bytes: number }>(sql`
    select bytes::int as bytes from run_storage where member_id = ${ada.id}`)
  )?.bytes ?? 0
const stored = async () =>
  (
    await server.db.row<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(content)), 0)::int as bytes from execution_parts`)
  )?.bytes ?? 0
const isThere = async (id: string) => (await ada.session('GET', `/api/v1/executions/${id}`)).status === 200

it('deletes the oldest executions of a member above the quota of stored run data', async () => {
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await run(200_000)).id)
  expect(await stored()).toBeGreaterThan(quota)
  await makeOld()
  // Two processes at once: nothing is counted or subtracted twice.
  await Promise.all([1, 2].map(() => limitRunStorage(server.db, live, quota)))
  expect(await counted()).toBe(await stored())
  expect(await counted()).toBeLessThan(quota)
  expect(await Promise.all(ids.map(isThere))).toEqual([false, false, true, true, true, true])
  const { items } = (await ada.session('GET', '/api/v1/notifications')).body
  expect(items).toMatchObject([
    { kind: 'quota.reached', params: { quota: 'run_data', maxBytes: quota }, link: '/executions' },
  ])
})

it('counts thousands of executions in steps, each once', async () => {
  await run(100)
  await addFinished(server.db, 6_000, '10 minutes')
  await makeOld()
  await Promise.all([1, 2].map(() => limitRunStorage(server.db, live, 10 * quota)))
  expect(await counted()).toBe(await stored())
})

it('reads little of a long history without statistics about the table of its progress', async () => {
  const tx = await server.db.begin()
  await addFinished(tx, 20_000, '1 hour')
  await tx.run(sql`update run_storage_progress set counted_until = now() - interval '2 hours'`)
  await tx.run(sql`analyze executions, execution_parts`)
  // With a hundred thousand executions the planner would not memoize either.
  await tx.run(sql`set local enable_memoize = off`)
  const before = await rowsRead(tx, ['executions', 'execution_parts'])
  expect(await countFinishedRuns(tx)).toBe(true)
  expect((await rowsRead(tx, ['executions', 'execution_parts'])) - before).toBeLessThan(10_000)
  await tx.rollback()
})

it('fails new executions with a clear error while the quota is used up', async () => {
  // Far above the quota, so that it stays used up when the scheduled job deletes executions meanwhile.
  await server.db.run(sql`
    insert into run_storage (member_id, bytes) values (${ada.id}, ${100 * quota})
    on conflict (member_id) do update set bytes = excluded.bytes`)
  await expect
    .poll(async () => (await run(10)).error?.code, { ...eventually, interval: 500 })
    .toBe('execution.storage_full')
  const bob = await createMember(server)
  const graph = chainOf({ start: ['trigger.webhook'], done: set({ ok: true }) })
  const other = await hook(server, bob, await publish(bob, graph))
  expect((await finished(bob, await other({}))).status).toBe('succeeded')
  await server.db.run(sql`update run_storage set bytes = 0`)
  await expect.poll(async () => (await run(10)).status, { ...eventually, interval: 500 }).toBe('succeeded')
})
