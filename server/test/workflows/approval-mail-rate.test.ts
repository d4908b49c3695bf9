import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  eventually,
  hook,
  publish,
  waiting,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../factories.ts'
import { createTestMailbox } from '../mirror.ts'
import { type TestServer, testServer } from '../server.ts'

let server: TestServer
let ada: TestMember
let ask: (body: unknown) => Promise<string>
beforeAll(async () => {
  server = await testServer({ ...workerRole, MAILWRIGHT_LIMIT_SEND_PER_MINUTE: '1' })
  ada = await createMember(server)
  await createTestMailbox(server.db, ada.id)
  const approval = { title: 'Pay?', approvers: 'carol@example.org' }
  const graph = chainOf({ hook: ['trigger.webhook'], ask: ['human.approval', approval] })
  ask = await hook(server, ada, await publish(ada, graph))
})
afterAll(() => server?.close())

const mailsOf = async (executionId: string) =>
  (
    await server.db.rows(
      sql`select from outgoing_messages where execution_id = ${executionId} and origin = 'approval'`,
    )
  ).length
const jobsOf = (executionId: string) =>
  server.db.rows<{ id: string; seconds: number }>(sql`
    select j.id::text, extract(epoch from j.run_at - now())::float8 as seconds
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'approvals.write'
      and j.payload #>> '{mail,step,executionId}' = ${executionId}`)
/** Ends the rate window and makes the job due. */
async function letTimePass(executionId: string) {
  await server.db.run(sql`delete from rate_windows where bucket like 'send:%'`)
  const [job] = await jobsOf(executionId)
  await server.db.run(sql`select from graphile_worker.reschedule_jobs(array[${job?.id}::bigint], now())`)
}
const idOf = async (executionId: string): Promise<string> => {
  const { approvals } = (await ada.session('GET', '/api/v1/approvals')).body
  return approvals.find((one: { executionId: string }) => one.executionId === executionId).id
}

describe('mail to approvers from a mailbox at its rate limit', () => {
  it('is deferred until the limit allows it, and sent once', async () => {
    const first = await ask({})
    await waiting(ada, first)
    expect([await mailsOf(first), (await jobsOf(first)).length]).toEqual([1, 0])
    const second = await ask({})
    await waiting(ada, second)
    expect(await mailsOf(second)).toBe(0)
    const [job] = await jobsOf(second)
    expect(job?.seconds).toBeGreaterThan(0)
    expect(job?.seconds).toBeLessThanOrEqual(61)
    await letTimePass(second)
    await expect.poll(() => mailsOf(second), eventually).toBe(1)
    await expect.poll(async () => (await jobsOf(second)).length, eventually).toBe(0)
  })

  it('is not sent when the approval was decided meanwhile', async () => {
    await waiting(ada, await ask({}))
    const late = await ask({})
    await waiting(ada, late)
    const decided = await ada.session('POST', `/api/v1/approvals/${await idOf(late)}/decide`, {
      body: { decision: 'reject' },
    })
    expect(decided.status).toBe(200)
    await letTimePass(late)
    await expect.poll(async () => (await jobsOf(late)).length, eventually).toBe(0)
    expect(await mailsOf(late)).toBe(0)
  })
})
