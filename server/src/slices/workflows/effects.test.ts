import { connection, graph, node } from '@mailwright/contract/workflow-graph/fixtures/graphs'
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
  publishedWorkflow,
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

const read = async (member: TestMember, id: string) => (await member.session('GET', at(id))).body
const armed = async (id: string) =>
  (await server.db.rows(sql`select from workflow_triggers where workflow_id = ${id}`)).length > 0

const startedBy = (...mailboxIds: string[]) =>
  graph([node('start', 'trigger.message', { params: { mailboxIds } })])
function sendingWith(mailboxId: string) {
  const given = graph([
    node('start', 'trigger.manual'),
    node('send', 'mail.send', { params: { mailboxId, to: [] } }),
  ])
  given.connections = [connection('start>send')]
  return given
}

describe('a mailbox that is disconnected or deleted', () => {
  it('lists the workflows that use it as trigger or sender', async () => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const starts = await publishedWorkflow(ada, startedBy(mailbox.id), 'Starts')
    const sends = await publishedWorkflow(ada, sendingWith(mailbox.id), 'Sends')
    await publishedWorkflow(ada, startedBy(), 'All')
    await createWorkflow(ada, startedBy(mailbox.id), 'Draft')
    const { body } = await ada.session('GET', `/api/v1/mailboxes/${mailbox.id}/removal-impact`)
    expect(body.workflows).toEqual([
      { id: starts.id, name: 'Starts', link: 'trigger' },
      { id: sends.id, name: 'Sends', link: 'sender' },
    ])
  })

  it.each([
    ['POST', '/disconnect'],
    ['DELETE', ''],
  ])('unpublishes those workflows: %s %s', async (method, rest) => {
    const mailbox = await createTestMailbox(server.db, ada.id)
    const other = await createTestMailbox(server.db, ada.id)
    const named = await publishedWorkflow(ada, startedBy(mailbox.id, other.id))
    const sender = await publishedWorkflow(ada, sendingWith(mailbox.id))
    const all = await publishedWorkflow(ada, startedBy())
    const answer = await ada.session(method, `/api/v1/mailboxes/${mailbox.id}${rest}`)
    if (method === 'POST') expect(answer.body.disarmedWorkflows).toBe(2)
    for (const { id } of [named, sender]) {
      const workflow = await read(ada, id)
      expect([workflow.published, await armed(id)]).toEqual([false, false])
      expect(workflow.validation.issues).toMatchObject([{ code: 'node.mailbox_missing' }])
      expect((await change(ada, id, { published: true })).body.code).toBe('workflow.invalid')
    }
    expect([(await read(ada, all.id)).published, await armed(all.id)]).toEqual([true, true])
    const notices = (await ada.session('GET', '/api/v1/notifications')).body.items
    expect(notices[0]).toMatchObject({ kind: 'mailbox.removed', params: { unpublishedWorkflows: 2 } })
  })
})

describe('a member who is suspended', () => {
  it('has no published workflows, even after reactivation', async () => {
    const carl = await createMember(server)
    const mailbox = await createTestMailbox(server.db, carl.id)
    const byMailbox = await publishedWorkflow(carl, startedBy(mailbox.id))
    const plain = await publishedWorkflow(carl)
    const draft = await createWorkflow(carl)
    const path = `/api/v1/admin/members/${carl.id}`
    const counted = (await admin.session('GET', '/api/v1/admin/members')).body.members
    expect(counted.find((one: { id: string }) => one.id === carl.id).publishedWorkflowCount).toBe(2)
    const { body } = await admin.session('POST', `${path}/deactivate`)
    expect(body.effects.workflowsUnpublished).toBe(2)
    expect(body.member.publishedWorkflowCount).toBe(0)
    await admin.session('POST', `${path}/reactivate`)
    for (const { id } of [byMailbox, plain, draft]) expect(await armed(id)).toBe(false)
    const rows = await server.db.rows(sql`
      select from workflows where member_id = ${carl.id} and published_version_id is not null`)
    expect(rows).toHaveLength(0)
  })
})

describe('a connection', () => {
  async function createConnection(member: TestMember) {
    const body = { type: 'custom', name: 'Shop', scope: 'member', data: { token: 'abc' } }
    const answer = await member.session('POST', '/api/v1/credentials', { body })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id as string
  }
  function calling(connectionId: string) {
    const given = graph([
      node('start', 'trigger.manual'),
      node('call', 'external.http', { params: { url: 'https://example.com', auth: { connectionId } } }),
    ])
    given.connections = [connection('start>call')]
    return given
  }

  it('cannot be deleted while a published workflow uses it', async () => {
    const id = await createConnection(ada)
    const workflow = await publishedWorkflow(ada, calling(id), 'Caller')
    const refused = await ada.session('DELETE', `/api/v1/credentials/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'credential.in_use'])
    await changed(ada, workflow.id, { published: false })
    expect((await ada.session('DELETE', `/api/v1/credentials/${id}`)).status).toBe(204)
    expect((await change(ada, workflow.id, { published: true })).body.details.issues).toMatchObject([
      { code: 'node.connection_missing', path: '/nodes/1/params/auth/connectionId' },
    ])
  })

  it('of another member cannot be used for publishing', async () => {
    const foreign = await createConnection(await createMember(server))
    const { id } = await createWorkflow(ada, calling(foreign))
    expect((await change(ada, id, { published: true })).body.code).toBe('workflow.invalid')
  })

  it('is either deleted or used by a publication, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await createConnection(ada)
      const workflow = await createWorkflow(ada, calling(id))
      const [published, deleted] = await Promise.all([
        change(ada, workflow.id, { published: true }),
        ada.session('DELETE', `/api/v1/credentials/${id}`),
      ])
      expect([
        [200, 409],
        [409, 204],
      ]).toContainEqual([published.status, deleted.status])
    }
  })
})

describe('the events of a workflow', () => {
  it('are published on the live channel after commit', async () => {
    const client = await server.db.pool.connect()
    const heard: string[] = []
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query('listen mailwright_live')
    const { id } = await publishedWorkflow(ada)
    await ada.session('DELETE', at(id))
    const about = () => heard.filter((one) => one.includes(id) && one.includes('workflow.updated'))
    await expect.poll(() => about().at(-1)).toContain('"deleted":true')
    expect(about().join()).toContain('"published":true')
    client.release(true)
  })

  it('are recorded in the audit log with their actor', async () => {
    const { id } = await publishedWorkflow(ada, validGraph(), 'Watched')
    const { entries } = (await admin.session('GET', `/api/v1/admin/audit?actor=${ada.id}`)).body
    expect(entries.find((one: { targetId: string }) => one.targetId === id)).toMatchObject({
      action: 'workflow.published',
      actorKind: 'member',
      targetKind: 'workflow',
      details: { name: 'Watched', version: 1 },
    })
  })
})
