import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { createMember, type TestMember } from '#test/factories'
import { untilWaiting } from '#test/locks'
import { type TestServer, testServer } from '#test/server'
import { chainOf, graphOf } from './fixtures/graphs.ts'
import { eventually, finished, hook, publish, waiting, workerRole } from './fixtures/run-workflow.ts'

let server: TestServer
let ada: TestMember
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  server = await testServer(workerRole, { log })
  ada = await createMember(server)
})
afterAll(() => server?.close())

async function approve(executionId: string) {
  const { approvals } = (await ada.session('GET', '/api/v1/approvals')).body
  const { id } = approvals.find((one: { executionId: string }) => one.executionId === executionId)
  const decided = await ada.session('POST', `/api/v1/approvals/${id}/decide`, {
    body: { decision: 'approve' },
  })
  expect(decided.status).toBe(200)
}

it('lets a run and the run that called it fail at the same time, without a deadlock', async () => {
  await publish(ada, chainOf({ failed: ['trigger.failed'], tell: ['human.notify', { title: 'Failed' }] }))
  const ask: [string, object] = ['human.approval', { title: 'Fail?' }]
  const fail: [string, object] = ['flow.fail', { message: 'No.' }]
  const called = await publish(
    ada,
    graphOf({ called: ['trigger.called'], ask, fail }, [
      ['called', 'ask'],
      ['ask', 'fail', 'approved'],
    ]),
  )
  const call: [string, object] = ['flow.call', { workflowId: called, wait: false }]
  const caller = await publish(
    ada,
    graphOf({ hook: ['trigger.webhook'], call, ask, fail }, [
      ['hook', 'call'],
      ['call', 'ask'],
      ['ask', 'fail', 'approved'],
    ]),
  )
  const callerId = await (await hook(server, ada, caller))({})
  await waiting(ada, callerId)
  const found = () =>
    server.db.row<{ id: string }>(sql`select id from executions where parent_id = ${callerId}`)
  await expect.poll(found, eventually).toBeDefined()
  const calledId = (await found())?.id ?? ''
  await waiting(ada, calledId)

  // Both start the error workflow, which counts for the first run of the family.
  const tx = await server.db.begin()
  await tx.run(sql`select from rate_windows where bucket = ${`family:${callerId}`} for update`)
  await approve(calledId)
  await untilWaiting(server.db, 1)
  const approved = approve(callerId)
  await untilWaiting(server.db, 2)
  await tx.commit()
  await approved
  expect(await finished(ada, calledId)).toMatchObject({ status: 'failed' })
  expect(await finished(ada, callerId)).toMatchObject({ status: 'failed' })
  expect(logged.filter((line) => line.includes('run interrupted'))).toEqual([])
})
