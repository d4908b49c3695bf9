import { graph, node } from '@mailwright/contract/workflow-graph/fixtures/graphs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox } from '#test/mirror'
import type { TestServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import {
  at,
  change,
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

const rounds = [1, 2, 3, 4, 5]

describe('concurrently', () => {
  it('accepts one of several saves with the same base', async () => {
    for (const _ of rounds) {
      const { id, draftVersion } = await createWorkflow(ada)
      const texts = ['one', 'two', 'three', 'four', 'five']
      const answers = await Promise.all(
        texts.map((text) =>
          change(ada, id, { graph: validGraph(text), draftUpdatedAt: draftVersion.updatedAt }),
        ),
      )
      const statuses = answers.map((one) => one.status)
      expect([...statuses].sort()).toEqual([200, 409, 409, 409, 409])
      const { body } = await ada.session('GET', at(id))
      expect(textOf(body)).toBe(texts[statuses.indexOf(200)])
    }
  })

  it('creates one draft for several saves of a published workflow', async () => {
    const { id } = await publishedWorkflow(ada)
    const answers = await Promise.all(rounds.map((n) => change(ada, id, { graph: validGraph(`text ${n}`) })))
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200])
    const times = answers.map((one) => one.body.draftVersion.updatedAt)
    expect(new Set(times).size).toBe(times.length)
    const { versions } = (await ada.session('GET', at(id, '/versions'))).body
    expect(versions.map((one: { number: number }) => one.number)).toEqual([2, 1])
  })

  it('publishes a saved graph as a whole, and never changes it later', async () => {
    for (const _ of rounds) {
      const { id, draftVersion } = await createWorkflow(ada, validGraph('before'))
      const [saved, published] = await Promise.all([
        change(ada, id, { graph: validGraph('after'), draftUpdatedAt: draftVersion.updatedAt }),
        change(ada, id, { published: true }),
      ])
      expect([saved.status, published.status]).toEqual([200, 200])
      const version = published.body.publishedVersion.id
      const { body } = await ada.session('GET', at(id, `/versions/${version}`))
      const workflow = (await ada.session('GET', at(id))).body
      // If saved first, that graph is published. If published first, the save becomes the next draft.
      expect([
        ['after', null],
        ['before', 2],
      ]).toContainEqual([textOf(body), workflow.draftVersion?.number ?? null])
      expect(textOf(workflow)).toBe('after')
    }
  })

  it('rejects publishing an outdated draft over a newer save', async () => {
    const { id, draftVersion } = await createWorkflow(ada)
    const base = { draftUpdatedAt: draftVersion.updatedAt }
    const answers = await Promise.all([
      change(ada, id, { ...base, published: true }),
      change(ada, id, { ...base, graph: validGraph('new') }),
    ])
    const [published, saved] = answers.map((one) => one.status)
    // The save after publishing is based on the published graph.
    expect([
      [200, 200],
      [409, 200],
    ]).toContainEqual([published, saved])
  })

  it('disconnecting a mailbox and publishing its workflow: never both', async () => {
    for (const _ of rounds) {
      const mailbox = await createTestMailbox(server.db, ada.id)
      const given = graph([node('start', 'trigger.message', { params: { mailboxIds: [mailbox.id] } })])
      const { id } = await createWorkflow(ada, given)
      const [published, disconnected] = await Promise.all([
        change(ada, id, { published: true }),
        ada.session('POST', `/api/v1/mailboxes/${mailbox.id}/disconnect`),
      ])
      expect(disconnected.status).toBe(200)
      expect([200, 409]).toContain(published.status)
      expect(disconnected.body.disarmedWorkflows).toBe(published.status === 200 ? 1 : 0)
      expect((await ada.session('GET', at(id))).body.published).toBe(false)
      const left = await server.db.rows(sql`select from workflow_triggers where workflow_id = ${id}`)
      expect(left).toHaveLength(0)
    }
  })

  it('suspending a member who publishes leaves nothing published', async () => {
    const admin = await createMember(server, { role: 'admin' })
    for (const _ of rounds) {
      const carl = await createMember(server)
      const { id } = await createWorkflow(carl)
      const [published] = await Promise.all([
        change(carl, id, { published: true }),
        admin.session('POST', `/api/v1/admin/members/${carl.id}/deactivate`),
      ])
      expect([200, 401, 409]).toContain(published.status)
      const left = await server.db.rows(sql`
        select from workflows where id = ${id} and published_version_id is not null`)
      expect(left).toHaveLength(0)
    }
  })
})
