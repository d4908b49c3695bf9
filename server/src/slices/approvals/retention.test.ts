import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { purgeApprovals } from './approvals.store.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

type Old = { status?: string; decidedDaysAgo?: number; expiredDaysAgo?: number; executionId?: string }

async function put({ status = 'approved', decidedDaysAgo, expiredDaysAgo = 500, executionId }: Old) {
  const id = newId()
  await server.db.run(sql`
    insert into approvals (id, member_id, execution_id, workflow_id, workflow_name, node_id, step_key, title, status,
      expires_at, decided_at)
    values (${id}, ${ada.id}, ${executionId ?? newId()}, ${newId()}, 'Pay', 'ask', ${id}, 'Pay it?', ${status},
      now() - make_interval(days => ${expiredDaysAgo}), now() - make_interval(days => ${decidedDaysAgo ?? null}))`)
  await server.db.run(
    sql`insert into approval_links (approval_id, approver) values (${id}, 'bob@example.org')`,
  )
  return id
}

async function putExecution() {
  const id = newId()
  await server.db.run(sql`
    insert into executions (id, member_id, workflow_id, version_id, status, trigger_node_id, trigger_type)
    values (${id}, ${ada.id}, ${newId()}, ${newId()}, 'waiting', 'hook', 'trigger.webhook')`)
  return id
}

it('approvals are deleted with their links a while after they were decided or expired, not while their run goes on', async () => {
  const kept = [
    await put({ decidedDaysAgo: 364 }),
    await put({ status: 'pending' }),
    await put({ status: 'expired', expiredDaysAgo: 364 }),
    await put({ decidedDaysAgo: 400, executionId: await putExecution() }),
  ]
  await put({ decidedDaysAgo: 366 })
  await put({ status: 'rejected', decidedDaysAgo: 366 })
  await put({ status: 'expired', expiredDaysAgo: 366 })
  expect(await purgeApprovals(server.db, 365, 2)).toBe(2)
  expect(await purgeApprovals(server.db, 365, 2)).toBe(1)
  expect(await purgeApprovals(server.db, 365, 2)).toBe(0)
  const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id).sort()
  expect(await ids(server.db.rows(sql`select id from approvals`))).toEqual(kept.sort())
  expect(await ids(server.db.rows(sql`select approval_id as id from approval_links`))).toEqual(kept)
})
