import { graph, node } from '@mailwright/contract/workflow-graph/fixtures/graphs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import type { TestServer } from '#test/server'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { changed, publishedWorkflow, validGraph, workflowServer } from './fixtures/workflow-server.ts'
import {
  claimDueSchedules,
  createDraft,
  findOwnWorkflow,
  findTriggers,
  findTriggersOf,
  findVersion,
} from './index.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await workflowServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

const scheduled = (cron = '* * * * *') => graph([node('clock', 'trigger.schedule', { params: { cron } })])
const makeDue = (id: string, ago: string) =>
  server.db.run(
    sql`update workflow_triggers set next_at = now() - ${ago}::interval where workflow_id = ${id}`,
  )
const claim = (db: Db = server.db) => claimDueSchedules(db, 100)
const claimedIds = async (db?: Db) => (await claim(db)).map((one) => one.workflowId)

describe('a schedule', () => {
  it('is claimed once when due, and stores its next time', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada, scheduled())
    expect(await claimedIds()).not.toContain(id)
    await makeDue(id, '3 hours')
    const before = Date.now()
    const [due] = (await server.db.transaction(claim)).filter((one) => one.workflowId === id)
    expect(due).toMatchObject({ versionId: publishedVersion.id, nodeId: 'clock', memberId: ada.id })
    const [row] = await server.db.rows<{ nextAt: string }>(sql`
      select next_at as "nextAt" from workflow_triggers where workflow_id = ${id}`)
    // Three hours of missed minutes result in one run.
    expect(Date.parse(row?.nextAt ?? '')).toBeGreaterThan(before)
    expect(await claimedIds()).not.toContain(id)
  })

  it('is claimed by only one of several processes', async () => {
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => publishedWorkflow(ada, scheduled())))
    for (const { id } of made) await makeDue(id, '1 second')
    const claimed = (await Promise.all([1, 2, 3].map(() => server.db.transaction(claimedIds)))).flat()
    const own = claimed.filter((id) => made.some((one) => one.id === id))
    expect([own.length, new Set(own).size]).toEqual([5, 5])
  })

  it('stays due when the transaction that claimed it fails', async () => {
    const { id } = await publishedWorkflow(ada, scheduled())
    await makeDue(id, '1 second')
    const failing = server.db.transaction(async (tx) => {
      expect(await claimedIds(tx)).toContain(id)
      throw new Error('the run was not stored')
    })
    await expect(failing).rejects.toThrow('not stored')
    expect(await claimedIds()).toContain(id)
  })

  it('goes on by the new time after the clock was set back, and does not run for it', async () => {
    const { id } = await publishedWorkflow(ada, scheduled())
    await server.db.run(sql`
      update workflow_triggers set next_at = now() + interval '61 minutes', next_set_at = now() + interval '1 hour'
      where workflow_id = ${id}`)
    expect(await claimedIds()).not.toContain(id)
    const row = await server.db.row<{ soon: boolean }>(sql`
      select next_at < now() + interval '2 minutes' as soon from workflow_triggers where workflow_id = ${id}`)
    expect(row?.soon).toBe(true)
  })

  it('is not claimed while its workflow is paused', async () => {
    const { id } = await publishedWorkflow(ada, scheduled())
    await changed(ada, id, { paused: true })
    await makeDue(id, '1 second')
    expect(await claimedIds()).not.toContain(id)
  })
})

describe('the triggers of a member', () => {
  it('are ordered by priority, then by age', async () => {
    const carl = await createMember(server)
    const started = () => graph([node('mail', 'trigger.message'), node('hand', 'trigger.manual')])
    const names = ['old', 'second', 'first', 'new']
    const ids = new Map<string, string>()
    for (const name of names) ids.set(name, (await publishedWorkflow(carl, started(), name)).id)
    await changed(carl, ids.get('second') ?? '', { dispatchPriority: 2 })
    await changed(carl, ids.get('first') ?? '', { dispatchPriority: -1 })
    const found = await findTriggers(server.db, carl.id, 'trigger.message')
    expect(found.map((one) => one.workflowName)).toEqual(['first', 'second', 'old', 'new'])
    expect(found[0]).toMatchObject({ nodeId: 'mail', mailboxIds: null, params: {}, dispatchPriority: -1 })
    expect(await findTriggersOf(server.db, ids.get('old') ?? '', 'trigger.manual')).toMatchObject([
      { nodeId: 'hand' },
    ])
    expect(await findTriggers(server.db, ada.id, 'trigger.message')).toEqual([])
  })
})

describe('the public entry', () => {
  it('returns a version as a run needs it', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada, validGraph('run me'), 'Runs')
    await changed(ada, id, { maxConcurrency: 2, executionTimeoutMs: 5000 })
    expect(await findVersion(server.db, publishedVersion.id)).toMatchObject({
      id: publishedVersion.id,
      workflowId: id,
      memberId: ada.id,
      workflowName: 'Runs',
      errorWorkflowId: null,
      executionTimeoutMs: 5000,
      maxConcurrency: 2,
      graph: { workflowId: id },
    })
    expect(await findOwnWorkflow(server.db, ada.id, id)).toMatchObject({
      publishedVersionId: publishedVersion.id,
    })
    const bob = await createMember(server)
    expect(await findOwnWorkflow(server.db, bob.id, id)).toBeUndefined()
  })

  it('creates a draft from a graph', async () => {
    const row = await server.db.transaction((tx) =>
      createDraft(tx, ada.id, { name: 'Made', graph: validGraph() }),
    )
    expect(row).toMatchObject({ name: 'Made', publishedVersion: null, draftVersion: { number: 1 } })
  })
})
