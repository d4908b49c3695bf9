import { graph, node, start } from '@mailwright/contract/workflow-graph/fixtures/graphs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox } from '#test/mirror'
import type { TestServer } from '#test/server'
import {
  at,
  change,
  changed,
  createWorkflow,
  invalidGraph,
  textOf,
  validGraph,
  workflowServer,
} from './fixtures/workflow-server.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await workflowServer({
    MAILWRIGHT_WORKFLOW_CONCURRENCY: '5',
    MAILWRIGHT_WORKFLOW_CONCURRENCY_MAX: '20',
    MAILWRIGHT_EXECUTION_TIMEOUT_SECONDS: '60',
    MAILWRIGHT_EXECUTION_TIMEOUT_MAX_SECONDS: '600',
  })
  ada = await createMember(server)
})
afterAll(() => server.close())

const list = async (member: TestMember, query = '') =>
  (await member.session('GET', `/api/v1/workflows${query}`)).body.workflows.map(
    (w: { name: string }) => w.name,
  )

describe('a new workflow', () => {
  it('is an empty draft, with its validation issues', async () => {
    const { status, body } = await ada.session('POST', '/api/v1/workflows', { body: { name: 'New' } })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'New',
      published: false,
      publishedVersion: null,
      archivedAt: null,
      pausedAt: null,
      hasWebhook: false,
      dispatchPriority: null,
      errorWorkflowId: null,
      lastExecution: null,
      draftVersion: { number: 1, publishedAt: null },
      graph: { workflowId: body.id, nodes: [], connections: [] },
      validation: { valid: false, issues: [{ code: 'graph.no_trigger', severity: 'error' }] },
    })
  })

  it('stores the given graph under its own id, with all defaults filled in', async () => {
    const given = {
      id: 'g',
      workflowId: 'of-another',
      connections: [],
      nodes: [{ id: 'start', type: 'trigger.manual', version: 1, name: 'Start' }],
      notes: [{ id: 'n', position: { x: 1, y: 2 } }],
      pins: { start: { output: { x: 1 }, pinnedAt: '2026-11-15' } },
    }
    const { body } = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Full', graph: given } })
    expect(body.graph).toEqual({
      ...given,
      workflowId: body.id,
      nodes: [{ ...given.nodes[0], params: {}, onError: 'fail' }],
      notes: [{ ...given.notes[0], text: '', size: { width: 240, height: 160 }, color: 'jaune' }],
    })
    expect(body.validation).toEqual({ valid: true, issues: [] })
    expect((await ada.session('GET', at(body.id))).body).toEqual(body)
  })

  it('lists its issues in the language of the caller', async () => {
    const answer = await ada.session('POST', '/api/v1/workflows', {
      body: { name: 'Langue' },
      headers: { 'accept-language': 'fr' },
    })
    expect(answer.body.validation.issues[0].message).toContain('Ajoutez un déclencheur')
  })

  it('reports references to records that the member does not have', async () => {
    const nodes = [
      start,
      node('send', 'mail.send', { params: { mailboxId: 'nope', signatureId: 'nope', to: [] } }),
      node('insert', 'data.insert', { params: { table: 'people' } }),
      node('call', 'external.http', { params: { url: 'x', auth: { connectionId: 'nope' } } }),
      node('run', 'flow.call', { params: { workflowId: 'nope' } }),
      node('mail', 'trigger.message', { params: { folders: ['inbox', 'folder:Nowhere'] } }),
    ]
    const { validation } = await createWorkflow(ada, graph(nodes))
    const codes = validation.issues.filter((i: { severity: string }) => i.severity === 'error')
    expect(codes.map((i: { code: string }) => i.code).sort()).toEqual([
      'node.connection_missing',
      'node.folder_missing',
      'node.mailbox_missing',
      'node.signature_missing',
      'node.table_missing',
      'node.workflow_missing',
    ])
    const folder = validation.issues.find((i: { code: string }) => i.code === 'node.folder_missing')
    expect(folder).toMatchObject({ nodeId: 'mail', path: '/nodes/5/params/folders/1' })
    expect(folder.message).toContain('folder:Nowhere')
  })

  it("accepts folders of the member's mailboxes only", async () => {
    const carl = await createMember(server)
    await createTestMailbox(server.db, carl.id, ['Projects'])
    const folders = ['archive', 'starred', 'folder:Projects', '{{ message.subject }}']
    const inFolders = graph([node('mail', 'trigger.message', { params: { folders } })])
    const { id, validation } = await createWorkflow(carl, inFolders)
    expect(validation).toEqual({ valid: true, issues: [] })
    await changed(carl, id, { published: true })
    const { id: adas } = await createWorkflow(ada, inFolders)
    const refused = await change(ada, adas, { published: true })
    expect([refused.status, refused.body.code]).toEqual([409, 'workflow.invalid'])
    expect(refused.body.details.issues).toMatchObject([{ code: 'node.folder_missing', nodeId: 'mail' }])
  })
})

describe('the list of workflows', () => {
  it("contains the member's workflows, newest first, archived ones on request", async () => {
    const carl = await createMember(server)
    const { id } = await createWorkflow(carl, validGraph(), 'First')
    await createWorkflow(carl, validGraph(), 'Second')
    await createWorkflow(carl, validGraph(), 'Third')
    await changed(carl, id, { archived: true })
    expect(await list(carl)).toEqual(['Third', 'Second'])
    expect(await list(carl, '?includeArchived=yes')).toEqual(['Third', 'Second'])
    expect(await list(carl, '?includeArchived=true')).toEqual(['Third', 'Second', 'First'])
    expect(await list(await createMember(server))).toEqual([])
  })
})

describe('a change', () => {
  it('leaves omitted fields unchanged', async () => {
    const { id, graph: before } = await createWorkflow(ada)
    await changed(ada, id, { dispatchPriority: 3, maxConcurrency: 7 })
    const after = await changed(ada, id, { name: 'Other' })
    expect(after).toMatchObject({ name: 'Other', dispatchPriority: 3, maxConcurrency: 7, graph: before })
    expect(await changed(ada, id, {})).toMatchObject({ name: 'Other', dispatchPriority: 3 })
    expect(await changed(ada, id, { dispatchPriority: null, maxConcurrency: null })).toMatchObject({
      dispatchPriority: null,
      maxConcurrency: null,
    })
  })

  it('replaces the draft, even with an invalid graph', async () => {
    const { id, draftVersion } = await createWorkflow(ada)
    const after = await changed(ada, id, { graph: invalidGraph() })
    expect(after.validation.valid).toBe(false)
    expect(after.draftVersion).toMatchObject({ id: draftVersion.id, number: 1 })
    expect(after.draftVersion.updatedAt > draftVersion.updatedAt).toBe(true)
  })

  it('is rejected when based on an older draft', async () => {
    const { id, draftVersion } = await createWorkflow(ada)
    const base = { draftUpdatedAt: draftVersion.updatedAt }
    const second = await changed(ada, id, { ...base, graph: validGraph('mine') })
    const late = await change(ada, id, { ...base, graph: validGraph('late'), name: 'Late' })
    expect([late.status, late.body.code]).toEqual([409, 'workflow.stale_draft'])
    const { body } = await ada.session('GET', at(id))
    expect([textOf(body), body.name]).toEqual(['mine', 'Sort'])
    await changed(ada, id, { draftUpdatedAt: second.draftVersion.updatedAt, graph: validGraph('again') })
    const odd = await change(ada, id, { draftUpdatedAt: 'yesterday', graph: validGraph('odd') })
    expect(odd.body.code).toBe('workflow.stale_draft')
  })

  it('keeps limits below the maximum of the instance', async () => {
    const { id, executionLimits } = await createWorkflow(ada)
    expect(executionLimits).toEqual({
      maxConcurrency: { effective: 5, default: 5, max: 20 },
      executionTimeoutMs: { effective: 60_000, default: 60_000, max: 600_000 },
    })
    const after = await changed(ada, id, { maxConcurrency: 20, executionTimeoutMs: 1 })
    expect(after.executionLimits.maxConcurrency.effective).toBe(20)
    expect(after.executionLimits.executionTimeoutMs.effective).toBe(1)
    for (const body of [{ maxConcurrency: 21 }, { executionTimeoutMs: 600_001 }, { maxConcurrency: 1e300 }]) {
      const refused = await change(ada, id, body)
      expect([refused.status, refused.body.code]).toEqual([409, 'workflow.execution_limit_invalid'])
      expect(refused.body.details).toEqual({
        limit: Object.keys(body)[0],
        max: 'maxConcurrency' in body ? 20 : 600_000,
      })
    }
  })

  it('accepts another workflow of the member as error workflow', async () => {
    const { id } = await createWorkflow(ada)
    const other = await createWorkflow(ada)
    const foreign = await createWorkflow(await createMember(server))
    expect((await changed(ada, id, { errorWorkflowId: other.id })).errorWorkflowId).toBe(other.id)
    for (const errorWorkflowId of [foreign.id, 'nope'])
      expect((await change(ada, id, { errorWorkflowId })).body.code).toBe('workflow.not_found')
    const itself = await change(ada, id, { errorWorkflowId: id.toUpperCase() })
    expect([itself.status, itself.body.code]).toEqual([409, 'workflow.conflict'])
    await ada.session('DELETE', at(other.id))
    expect((await ada.session('GET', at(id))).body.errorWorkflowId).toBeNull()
  })
})

describe('deleting a workflow', () => {
  it('removes it permanently', async () => {
    const { id } = await createWorkflow(ada)
    expect((await ada.session('DELETE', at(id))).status).toBe(204)
    expect((await ada.session('GET', at(id))).body.code).toBe('workflow.not_found')
    expect((await ada.session('DELETE', at(id))).body.code).toBe('workflow.not_found')
  })
})

describe('the list of node types', () => {
  it('has texts in the language of the caller', async () => {
    const inFrench = { headers: { 'accept-language': 'fr' } }
    const { body } = await ada.session('GET', '/api/v1/node-types', inFrench)
    const http = body.nodeTypes.find((one: { type: string }) => one.type === 'external.http')
    expect(http).toMatchObject({
      version: 1,
      group: 'external',
      effect: 'external',
      title: 'Le external.http',
      params: { type: 'object', required: ['url'], properties: { url: { type: 'string', maxLength: 2000 } } },
      fields: { 'auth.connectionId': { hint: 'un conseil', refersTo: 'connection' } },
      ports: { fixed: ['main'] },
    })
    const inEnglish = (await ada.session('GET', '/api/v1/node-types')).body.nodeTypes
    expect(inEnglish[0].title).toBe('The trigger.message')
    expect(inEnglish.find((one: { type: string }) => one.type === 'flow.loop').structure).toBe('loop')
  })
})
