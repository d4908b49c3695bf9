import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testDatabase } from '#test/database'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { refreshStatistics } from './statistics.store.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
  await test.db.run(sql`alter table executions set (autovacuum_enabled = false)`)
  await test.db.run(
    sql`insert into members (id, email, name, role) values (${newId()}, 'ada@example.com', 'Ada', 'member')`,
  )
})
afterAll(() => test.drop())

const addRuns = (count: number) =>
  test.db.run(sql`
    insert into executions (id, member_id, workflow_id, version_id, trigger_node_id, trigger_type)
    select gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid(), 'hook', 'trigger.webhook'
    from members, generate_series(1, ${count}::int)`)

async function refreshed() {
  await refreshStatistics(test.db)
  const found = await test.db.row<{ rows: number }>(
    sql`select reltuples::int as rows from pg_class where oid = 'executions'::regclass`,
  )
  return found?.rows
}

it('analyses the tables of runs as soon as most of their rows are new', async () => {
  await addRuns(100)
  expect(await refreshed()).toBeLessThanOrEqual(0)
  await addRuns(600)
  // PostgreSQL counts changes with a delay of up to a second.
  await vi.waitUntil(async () => (await refreshed()) === 700, { timeout: 20_000, interval: 100 })
  await addRuns(200)
  expect(await refreshed()).toBe(700)
})

it('analyses a table that effects of runs write, and no other', async () => {
  for (const name of ['written', 'other'])
    await test.db.run({
      strings: [`create table ${name} (n int) with (autovacuum_enabled = false)`],
      values: [],
    })
  await test.db.run(sql`insert into written select generate_series(1, 600)`)
  await test.db.run(sql`insert into other select generate_series(1, 600)`)
  const rowsOf = async () => {
    await refreshStatistics(test.db, ['written'])
    const found = await test.db.rows<{ rows: number }>(sql`
      select reltuples::int as rows from pg_class where relname in ('other', 'written') order by relname`)
    return found.map(({ rows }) => rows)
  }
  await vi.waitUntil(async () => (await rowsOf())[1] === 600, { timeout: 20_000, interval: 100 })
  expect(await rowsOf()).toEqual([-1, 600])
})
