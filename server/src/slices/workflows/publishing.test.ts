import { connection, graph, node, start } from '@mailwright/contract/workflow-graph/fixtures/graphs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox } from '#test/mirror'
import type { TestServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import {
  at,
  change,
  changed,
  createWorkflow,
  invalidGraph,
  publishedWorkflow,
  textOf,
  validGraph,
  workflowServer,
} from './fixtures/workflow-server.ts'

let server: TestServer
let ada: TestMember
let admin: TestMember
beforeAll(async () => {
  server = await workflowServer()
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const triggersOf = (id: string) =>
  server.db.rows<{
    nodeId: string
    type: string
    mailboxIds: string[] | null
    nextAt: string | null
    versionId: string
  }>(sql`
    select node_id as "nodeId", type, mailbox_ids as "mailboxIds", next_at as "nextAt", version_id as "versionId"
    from workflow_triggers where workflow_id = ${id} order by node_id`)
const armed = async (id: string) => (await triggersOf(id)).length > 0
const audited = async (id: string) =>
  (await admin.session('GET', '/api/v1/admin/audit')).body.entries
    .filter((entry: { targetId: string }) => entry.targetId === id)
    .map((entry: { action: string }) => entry.action)

describe('publishing', () => {
  it('turns the draft into the published version', async () => {
    const { id, draftVersion } = await createWorkflow(ada)
    const after = await changed(ada, id, { published: true })
    expect(after).toMatchObject({ published: true, draftVersion: null })
    expect(after.publishedVersion).toMatchObject({ id: draftVersion.id, number: 1 })
    expect(after.publishedVersion.publishedAt).not.toBeNull()
    expect(await audited(id)).toEqual(['workflow.published'])
    expect(await triggersOf(id)).toMatchObject([
      { nodeId: 'start', type: 'trigger.manual', mailboxIds: null },
    ])
  })

  it('changes nothing without a new draft', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada)
    expect((await changed(ada, id, { published: true })).publishedVersion).toEqual(publishedVersion)
    expect(await audited(id)).toEqual(['workflow.published'])
  })

  it('is rejected with the issues, and saves nothing', async () => {
    const { id } = await createWorkflow(ada)
    const refused = await change(ada, id, { name: 'Other', graph: invalidGraph(), published: true })
    expect([refused.status, refused.body.code]).toEqual([409, 'workflow.invalid'])
    expect(refused.body.details.issues).toMatchObject([
      { code: 'graph.no_trigger', message: expect.any(String) },
    ])
    const { body } = await ada.session('GET', at(id))
    expect(body).toMatchObject({ name: 'Sort', published: false, validation: { valid: true } })
  })

  it('ignores warnings', async () => {
    const loose = graph([start, node('lost', 'flow.set')])
    const { published, validation } = await publishedWorkflow(ada, loose)
    expect([published, validation.valid, validation.issues[0].severity]).toEqual([true, true, 'warning'])
  })

  it('rejects an archived workflow', async () => {
    const { id } = await createWorkflow(ada)
    await changed(ada, id, { archived: true })
    const refused = await change(ada, id, { published: true })
    expect([refused.status, refused.body.code]).toEqual([409, 'workflow.conflict'])
    expect((await change(ada, id, { published: true, archived: true })).body.code).toBe('workflow.conflict')
    expect((await changed(ada, id, { archived: false, published: true })).published).toBe(true)
  })

  it('requires the write scope of a key', async () => {
    const { id } = await createWorkflow(ada)
    const key = await ada.key('workflows:write')
    expect((await key('PATCH', at(id), { body: { published: true } })).body.published).toBe(true)
  })
})

describe('a published workflow', () => {
  it('keeps running its version while the next draft is edited', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada, validGraph('one'))
    const after = await changed(ada, id, { graph: validGraph('two') })
    expect(after.publishedVersion).toEqual(publishedVersion)
    expect(after.draftVersion).toMatchObject({ number: 2, publishedAt: null })
    expect(textOf(after)).toBe('two')
    const old = await ada.session('GET', at(id, `/versions/${publishedVersion.id}`))
    expect(textOf(old.body)).toBe('one')
    expect((await triggersOf(id))[0]?.versionId).toBe(publishedVersion.id)
    const next = await changed(ada, id, { published: true })
    expect(next.publishedVersion).toMatchObject({ id: after.draftVersion.id, number: 2 })
    expect((await triggersOf(id))[0]?.versionId).toBe(after.draftVersion.id)
  })

  it('rejects the second of two edits that started without a draft', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada)
    const base = { draftUpdatedAt: publishedVersion.updatedAt }
    await changed(ada, id, { ...base, graph: validGraph('first') })
    expect((await change(ada, id, { ...base, graph: validGraph('second') })).body.code).toBe(
      'workflow.stale_draft',
    )
  })

  it('becomes a draft again when unpublished, and keeps its version', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada, validGraph('kept'))
    const after = await changed(ada, id, { published: false })
    expect(after).toMatchObject({ published: false, publishedVersion: null, draftVersion: { number: 2 } })
    expect(textOf(after)).toBe('kept')
    expect(await armed(id)).toBe(false)
    const { versions } = (await ada.session('GET', at(id, '/versions'))).body
    expect(versions.map((one: { number: number }) => one.number)).toEqual([2, 1])
    expect(versions[1]).toEqual(publishedVersion)
    expect(await audited(id)).toEqual(['workflow.unpublished', 'workflow.published'])
    await changed(ada, id, { published: false })
    expect(await audited(id)).toHaveLength(2)
  })

  it('keeps a newer draft when unpublished', async () => {
    const { id } = await publishedWorkflow(ada, validGraph('old'))
    await changed(ada, id, { graph: validGraph('new') })
    const after = await changed(ada, id, { published: false })
    expect([textOf(after), after.draftVersion.number]).toEqual(['new', 2])
  })

  it('starts nothing while it is paused', async () => {
    const { id } = await publishedWorkflow(ada)
    const paused = await changed(ada, id, { paused: true })
    expect([paused.published, typeof paused.pausedAt, await armed(id)]).toEqual([true, 'string', false])
    expect((await changed(ada, id, { paused: true })).pausedAt).toBe(paused.pausedAt)
    await changed(ada, id, { graph: validGraph('next'), published: true })
    expect(await armed(id)).toBe(false)
    expect((await changed(ada, id, { paused: false })).pausedAt).toBeNull()
    expect(await armed(id)).toBe(true)
  })

  it('is unpublished when archived', async () => {
    const { id } = await publishedWorkflow(ada)
    const after = await changed(ada, id, { archived: true })
    expect([after.published, typeof after.archivedAt, await armed(id)]).toEqual([false, 'string', false])
    const back = await changed(ada, id, { archived: false })
    expect([back.published, back.archivedAt, back.validation.valid]).toEqual([false, null, true])
  })

  it('can be deleted', async () => {
    const { id } = await publishedWorkflow(ada)
    expect((await ada.session('DELETE', at(id))).status).toBe(204)
    expect(await armed(id)).toBe(false)
    expect(await audited(id)).toEqual(['workflow.deleted', 'workflow.published'])
  })
})

describe('the triggers of a published workflow', () => {
  it('are its enabled trigger nodes, with mailboxes and next time', async () => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const given = graph([
      node('all', 'trigger.message'),
      node('one', 'trigger.message', { params: { mailboxIds: [mailbox.id] } }),
      node('off', 'trigger.webhook', { disabled: true }),
      node('noon', 'trigger.schedule', { params: { cron: '0 12 * * *', timeZone: 'Europe/Paris' } }),
      node('a', 'flow.set'),
    ])
    given.connections = ['all>a', 'one>a', 'noon>a'].map(connection)
    const { id } = await publishedWorkflow(ada, given)
    const triggers = await triggersOf(id)
    expect(triggers.map((one) => [one.nodeId, one.mailboxIds])).toEqual([
      ['all', null],
      ['noon', null],
      ['one', [mailbox.id]],
    ])
    const nextAt = triggers[1]?.nextAt ?? ''
    expect(nextAt).toMatch(/T1[01]:00:00.000Z$/)
    expect(Date.parse(nextAt) - Date.now()).toBeLessThanOrEqual(25 * 3_600_000)
    expect([triggers[0]?.nextAt, triggers[2]?.nextAt]).toEqual([null, null])
  })

  it('have no next time for an invalid schedule', async () => {
    const given = graph([node('t', 'trigger.schedule', { params: { cron: 'often', timeZone: 'Mars/Base' } })])
    const { id } = await createWorkflow(ada, given)
    const { body } = await change(ada, id, { published: true })
    expect(body.details.issues.map((one: { path: string }) => one.path)).toEqual([
      '/nodes/0/params/cron',
      '/nodes/0/params/timeZone',
    ])
  })
})
