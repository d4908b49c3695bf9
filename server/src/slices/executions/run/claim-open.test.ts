import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { rowsRead } from '#test/rows-read'
import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { claimOpen, lockClaims } from './runs.store.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
  await test.db.run(sql`alter table executions set (autovacuum_enabled = false)`)
  await test.db.run(
    sql`insert into members (id, email, name, role) values (${newId()}, 'ada@example.com', 'Ada', 'member')`,
  )
})
afterAll(() => test.drop())

const addRuns = (db: Db, count: number) =>
  db.run(sql`
    insert into executions (id, member_id, workflow_id, version_id, trigger_node_id, trigger_type, created_at)
    select gen_random_uuid(), id, ${newId()}, gen_random_uuid(), 'hook', 'trigger.webhook',
      now() + make_interval(secs => n)
    from members, generate_series(1, ${count}::int) n`)

const limits = { defaultConcurrency: 50, limit: 300, maxPerMember: 200 }

it('reads little of a backlog that no statistics know, with a plan made before there were runs', async () => {
  await test.db.transaction(async (tx) => {
    await lockClaims(tx)
    expect(await claimOpen(tx, newId(), limits)).toEqual([])
    await addRuns(tx, 100_000)
    const before = await rowsRead(tx, ['executions'])
    expect(await claimOpen(tx, newId(), limits)).toHaveLength(50)
    const read = (await rowsRead(tx, ['executions'])) - before
    expect(read).toBeGreaterThanOrEqual(50)
    expect(read).toBeLessThan(1_000)
  })
})
