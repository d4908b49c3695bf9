import { connection, graph, node } from '@mailwright/contract/workflow-graph/fixtures/graphs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox } from '#test/mirror'
import type { TestServer } from '#test/server'
import {
  at,
  changed,
  createWorkflow,
  publishedWorkflow,
  textOf,
  validGraph,
  workflowServer,
} from './fixtures/workflow-server.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await workflowServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

const restore = (id: string, versionId: string, body: object = {}) =>
  ada.session('POST', at(id, `/versions/${versionId}/restore`), { body })

describe('versions', () => {
  it('are returned with their graphs, only under their own workflow', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada, validGraph('one'))
    const { body } = await ada.session('GET', at(id, `/versions/${publishedVersion.id}`))
    expect(body.version).toEqual(publishedVersion)
    expect(textOf(body)).toBe('one')
    const other = await createWorkflow(ada)
    for (const versionId of [other.draftVersion.id, 'nope']) {
      const missing = await ada.session('GET', at(id, `/versions/${versionId}`))
      expect([missing.status, missing.body.code]).toEqual([404, 'workflow.not_found'])
    }
  })

  it('are restored as the draft, leaving the published version unchanged', async () => {
    const { id, publishedVersion: first } = await publishedWorkflow(ada, validGraph('one'))
    await changed(ada, id, { graph: validGraph('two'), published: true })
    const restored = await restore(id, first.id)
    expect(restored.status).toBe(200)
    expect(restored.body).toMatchObject({ publishedVersion: { number: 2 }, draftVersion: { number: 3 } })
    expect(textOf(restored.body)).toBe('one')
  })

  it('are not restored over a newer draft', async () => {
    const { id, publishedVersion } = await publishedWorkflow(ada, validGraph('one'))
    const { draftVersion } = await changed(ada, id, { graph: validGraph('two') })
    await changed(ada, id, { graph: validGraph('three') })
    const late = await restore(id, publishedVersion.id, { draftUpdatedAt: draftVersion.updatedAt })
    expect([late.status, late.body.code]).toEqual([409, 'workflow.stale_draft'])
    expect(textOf((await ada.session('GET', at(id))).body)).toBe('three')
  })
})

describe('a copy', () => {
  it('is an independent draft with the same graph and limits', async () => {
    const given = validGraph('mine')
    const hooked = { ...given, nodes: [...given.nodes, node('hook', 'trigger.webhook')] }
    const original = await publishedWorkflow(ada, hooked, 'x'.repeat(200))
    expect((await ada.session('POST', at(original.id, '/webhook'))).status).toBe(201)
    await changed(ada, original.id, { maxConcurrency: 3, paused: true })
    const copy = await ada.session('POST', at(original.id, '/duplicate'))
    expect(copy.status).toBe(201)
    expect(copy.body).toMatchObject({
      published: false,
      hasWebhook: false,
      pausedAt: null,
      maxConcurrency: 3,
      name: `${'x'.repeat(193)} (copy)`,
      graph: { workflowId: copy.body.id },
    })
    expect(textOf(copy.body)).toBe('mine')
    const named = await ada.session('POST', at(original.id, '/duplicate'), { body: { name: 'Named' } })
    expect(named.body.name).toBe('Named')
  })
})

describe('an exported file', () => {
  it('contains the graph without references to local records, and imports as a draft', async () => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const given = graph([
      node('start', 'trigger.message', { params: { mailboxIds: [mailbox.id], folders: ['inbox'] } }),
      node('call', 'external.http', {
        params: { url: 'https://example.com', auth: { connectionId: 'secret-id' } },
      }),
    ])
    given.connections = [connection('start>call')]
    given.pins = { start: { output: { from: 'a person' }, pinnedAt: '2026-11-15' } }
    const { id } = await createWorkflow(ada, given, 'To share')
    const file = await ada.session('GET', at(id, '/export'))
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(file.body).toMatchObject({ format: 'mailwright.workflow', formatVersion: 1, name: 'To share' })
    for (const word of [mailbox.id, 'secret-id', 'a person', id, ada.id])
      expect(file.text).not.toContain(word)
    expect(file.body.graph.nodes.map((one: { params: object }) => one.params)).toEqual([
      { folders: ['inbox'] },
      { url: 'https://example.com', auth: {} },
    ])

    const bob = await createMember(server)
    const made = await bob.session('POST', '/api/v1/workflows/import', { body: file.body })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'To share',
      published: false,
      graph: { workflowId: made.body.id },
    })
    expect(made.body.validation.issues).toMatchObject([
      { code: 'node.invalid_params', path: '/nodes/1/params/auth/connectionId' },
    ])
  })

  it('is rejected when it has another format', async () => {
    const file = { format: 'mailwright.workflow', formatVersion: 2, name: 'x', graph: validGraph() }
    const refused = await ada.session('POST', '/api/v1/workflows/import', { body: file })
    expect([refused.status, refused.body.code]).toEqual([400, 'request.bad_request'])
  })
})
