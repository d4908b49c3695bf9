import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherServer } from '#test/another-server'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { chainOf } from './fixtures/graphs.ts'
import { finished, hook, publish, stepsOf, waiting, workerRole } from './fixtures/run-workflow.ts'

const stopped = { ...workerRole, MAILWRIGHT_STOPPED_EFFECTS: 'human, external' }
const notifyGraph = chainOf({ hook: ['trigger.webhook'], notify: ['human.notify', { title: 'Notice' }] })
const httpGraph = chainOf({
  hook: ['trigger.webhook'],
  call: ['external.http', { url: 'https://example.com' }],
})
const approvalGraph = chainOf({ hook: ['trigger.webhook'], ask: ['human.approval', { title: 'Pay?' }] })

let server: TestServer
let ada: TestMember
let worker: { close(): Promise<void> } | undefined
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
})
afterAll(async () => {
  await worker?.close()
  await server.close()
})

const startStopped = async () => {
  worker ??= await anotherServer(server.databaseUrl, stopped)
}
const kinds = async (): Promise<string[]> =>
  (await ada.session('GET', '/api/v1/notifications')).body.items.map((one: { kind: string }) => one.kind)

describe('an effect that the operator has stopped', () => {
  it('is checked right before it happens, not when a run that waits for it resumes', async () => {
    const before = await anotherServer(server.databaseUrl, workerRole)
    const asked = await (await hook(server, ada, await publish(ada, approvalGraph)))({})
    await waiting(ada, asked)
    await before.close()

    await startStopped()
    const [approval] = (await ada.session('GET', '/api/v1/approvals')).body.approvals
    await ada.session('POST', `/api/v1/approvals/${approval.id}/decide`, { body: { decision: 'approve' } })
    const done = await finished(ada, asked)
    expect(stepsOf(done).ask).toMatchObject({ status: 'succeeded', output: 'approved' })
  })

  it('fails its step permanently and does not happen', async () => {
    await startStopped()
    const workflows = [await publish(ada, notifyGraph), await publish(ada, httpGraph)]
    for (const [i, effect] of ['human', 'external'].entries()) {
      const done = await finished(ada, await (await hook(server, ada, workflows[i] ?? ''))({}))
      expect(done).toMatchObject({
        status: 'failed',
        error: { code: 'workflow.effect_stopped', kind: 'permanent', attempts: 1, details: { effect } },
      })
    }
    expect(await kinds()).not.toContain('workflow.notice')
  })

  it('is still simulated', async () => {
    await startStopped()
    const workflowId = await publish(ada, notifyGraph)
    const tried = await ada.session('POST', `/api/v1/workflows/${workflowId}/test-runs`, { body: {} })
    expect(tried.status, tried.text).toBe(202)
    const done = await finished(ada, tried.body.executionId)
    expect(stepsOf(done).notify).toMatchObject({
      status: 'succeeded',
      effects: [{ kind: 'notification', simulated: true }],
    })
    expect(await kinds()).not.toContain('workflow.notice')
  })
})
