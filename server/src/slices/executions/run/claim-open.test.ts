import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import type { Db } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { claimOpen } from './runs.store.ts'

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
    insert into executions (id, member_id, workflow_id, version_id, trigger_node_id, trigger_type, created_at)
    select gen_random_uuid(), id, ${newId()}, gen_random_uuid(), 'hook', 'trigger.webhook',
      now() + make_interval(secs => n)
    from members, generate_series(1, ${count}::int) n`)

const limits = { defaultConcurrency: 50, limit: 300, maxPerMember: 200 }
type Node = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] }
const rowsOf = (node: Node): number =>
  Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(rowsOf))

it('reads little of a backlog that no statistics know', async () => {
  await addRuns(100_000)
  let mostRows = 0
  const explaining = {
    ...test.db,
    rows: async (query: Sql) => {
      const [row] = await test.db.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        sql`explain (analyze, format json) ${query}`,
      )
      if (row) mostRows = rowsOf(row['QUERY PLAN'][0].Plan)
      return []
    },
  } as Db
  await claimOpen(explaining, newId(), limits)
  const owned = await test.db.rows(sql`select from executions where owner is not null`)
  expect(owned).toHaveLength(50)
  expect(mostRows).toBeGreaterThanOrEqual(50)
  expect(mostRows).toBeLessThan(1_000)
})
