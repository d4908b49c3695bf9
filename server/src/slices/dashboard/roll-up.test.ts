import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { purgeExecutions } from '../executions/executions.store.ts'
import { endRun } from '../executions/run/run-end.store.ts'
import { deleteOldestRuns } from '../executions/run-storage.store.ts'
import {
  type Cast,
  clearFigures,
  createCast,
  insertHistory,
  type Run,
  type Workflow,
} from './fixtures/history.ts'
import { findSettledUntil } from './progress.store.ts'
import { rollUp } from './roll-up.ts'

const dayMs = 86_400_000
let server: TestServer
let cast: Cast
let ada: TestMember
beforeAll(async () => {
  server = await testServer()
  cast = await createCast(server)
  ada = cast.members[0] as TestMember
})
beforeEach(() => clearFigures(server.db, Date.now() - 100 * dayMs))
afterAll(() => server.close())

const oldRun = (daysAgo: number): Run => {
  const at = Date.now() - daysAgo * dayMs
  return {
    id: newId(),
    workflow: cast.workflows[0] as Workflow,
    mailboxId: null,
    status: 'succeeded',
    simulated: false,
    createdAt: at,
    startedAt: at,
    finishedAt: at + 5,
  }
}
const lastDays = (days: number) => {
  const [from, to] = [new Date(Date.now() - days * dayMs), new Date()]
  return `period=custom&from=${from.toISOString()}&to=${to.toISOString()}`
}
const count = async () => (await server.db.rows(sql`select from executions`)).length

it('neither retention nor the quota deletes an execution that is not counted', async () => {
  await insertHistory(server.db, { runs: [oldRun(60), oldRun(50)] })
  await server.db.run(sql`
    insert into run_storage (member_id, bytes) values (${ada.id}, 1000)
    on conflict (member_id) do update set bytes = 1000`)
  expect(await purgeExecutions(server.db, 30, 100)).toBe(0)
  expect(await deleteOldestRuns(server.db, ada.id, 0, 100)).toBe(0)
  await rollUp(server.db)
  expect(await purgeExecutions(server.db, 55, 100)).toBe(1)
  expect(await deleteOldestRuns(server.db, ada.id, 0, 100)).toBe(1)
  expect(await count()).toBe(0)
  const { body } = await ada.session('GET', `/api/v1/dashboard/executions?${lastDays(90)}`)
  expect(body.current).toMatchObject({ total: 2, medianDurationMs: 5 })
})

it('an execution whose end is recorded late is dated so that it is still counted', async () => {
  const run: Run = { ...oldRun(1), status: 'running', finishedAt: null }
  await insertHistory(server.db, { runs: [run] })
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await endRun(server.db, {
    id: run.id,
    status: 'succeeded',
    startedAt: hourAgo,
    finishedAt: hourAgo,
    activeMs: 1,
    error: null,
    result: null,
  })
  const row = await server.db.row<{ isLate: boolean }>(sql`
    select finished_at >= now() - interval '1 minute' as "isLate" from executions where id = ${run.id}`)
  expect(row?.isLate).toBe(true)
})

it('a process that is killed at any point of counting loses nothing and counts nothing twice', async () => {
  const runs = Array.from({ length: 18 }, (_, i) => oldRun(50 + i / 10))
  await insertHistory(server.db, { runs })
  const file = fileURLToPath(new URL('./fixtures/roll-up-process.ts', import.meta.url))
  // A batch is lock, limit, end, count, two to close days, progress, commit.
  for (const statements of [4, 6, 7, 8, 13]) {
    const args = [file, server.databaseUrl, String(statements)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  }
  const counted = await server.db.row<{ n: number }>(sql`
    select sum(total)::int as n from dashboard_days where source = 'executions' and level = 'org'`)
  // The fourth committed one batch before it died, the fifth another one.
  expect(counted?.n).toBe(10)
  await rollUp(server.db)
  expect(await purgeExecutions(server.db, 30, 100)).toBe(runs.length)
  const { body } = await ada.session('GET', `/api/v1/dashboard/executions?${lastDays(90)}`)
  expect(body.current).toMatchObject({ total: runs.length, medianDurationMs: 5 })
  expect(body.topWorkflows).toMatchObject([{ total: runs.length }])
})

it('counting stops before what an open transaction may still record', async () => {
  const clock = async () =>
    (await server.db.row<{ now: string }>(sql`select clock_timestamp()::timestamptz(3) as now`))?.now ?? ''
  const open = await server.db.begin()
  const began = (await open.row<{ now: string }>(sql`select now()::timestamptz(3) as now`))?.now ?? ''
  const limit = Date.parse(began) - 60_000
  await expect
    .poll(async () => Date.parse(await clock()) - Date.parse(began), { timeout: 60_000 })
    .toBeGreaterThan(1500)
  expect(Date.parse(await findSettledUntil(server.db))).toBeLessThanOrEqual(limit)
  await open.rollback()
  expect(Date.parse(await findSettledUntil(server.db))).toBeGreaterThan(limit)
})
