import { randomBytes } from 'node:crypto'
import { hashToken, newToken } from '../../src/platform/crypto/tokens.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { newId } from '../../src/platform/ids/ids.ts'
import type { TestMember } from '../factories.ts'
import { createTestMailbox, deliverOne } from '../mirror.ts'
import type { TestServer } from '../server.ts'

// Inserts runs and their records as rows: no worker executes them in these tests.

type Db = TestServer['db']

async function execution(db: Db, owner: TestMember, status: 'failed' | 'waiting') {
  const id = newId()
  const waiting = [{ nodeId: 'wait', for: 'time', until: null, since: new Date().toISOString() }]
  await db.run(sql`
    insert into executions (id, member_id, workflow_id, version_id, status, trigger_node_id, trigger_type, waiting,
      wake_at)
    values (${id}, ${owner.id}, ${newId()}, ${newId()}, ${status}, 'start', 'trigger.manual',
      ${JSON.stringify(waiting)}, case when ${status === 'waiting'} then now() + interval '1 day' end)`)
  await db.run(sql`insert into execution_parts (execution_id, part, content) values (${id}, 0, '{}')`)
  return { id }
}

export const failedExecution = ({ db }: TestServer, owner: TestMember) => execution(db, owner, 'failed')
export const waitingExecution = ({ db }: TestServer, owner: TestMember) => execution(db, owner, 'waiting')

export async function approval({ db }: TestServer, owner: TestMember) {
  const id = newId()
  const token = newToken()
  await db.run(sql`
    insert into approvals (id, member_id, execution_id, workflow_id, workflow_name, node_id, step_key, title, expires_at)
    values (${id}, ${owner.id}, ${newId()}, ${newId()}, 'Pay', 'ask', ${id}, 'Pay it?', now() + interval '1 day')`)
  await db.run(sql`
    insert into approval_links (token_hash, approval_id, approver) values (${hashToken(token)}, ${id}, 'a@example.com')`)
  return { id, token, decision: 'approve' }
}

/** A published workflow with every kind of trigger. */
export async function runnable(_server: TestServer, owner: TestMember) {
  const node = (id: string, type: string) => ({ id, type, version: 1, name: id, params: {} })
  const graph = {
    id: 'g',
    workflowId: 'w',
    connections: [],
    nodes: [
      node('manual', 'trigger.manual'),
      node('mail', 'trigger.message'),
      node('hook', 'trigger.webhook'),
    ],
  }
  const name = randomBytes(6).toString('hex')
  const made = await owner.session('POST', '/api/v1/workflows', { body: { name, graph } })
  if (made.status !== 201) throw new Error(`failed to create a workflow: ${made.status} ${made.text}`)
  const { id } = made.body
  const done = await owner.session('PATCH', `/api/v1/workflows/${id}`, { body: { published: true } })
  if (done.status !== 200) throw new Error(`failed to publish the workflow: ${done.status} ${done.text}`)
  return { id, nodeId: 'manual' }
}

/** A published workflow, by its webhook address. */
export async function webhook(server: TestServer, owner: TestMember) {
  const { id } = await runnable(server, owner)
  const made = await owner.session('POST', `/api/v1/workflows/${id}/webhook`)
  return { token: String(made.body.token) }
}

export async function template(server: TestServer, owner: TestMember) {
  const [id, graph] = [newId(), { id: 'g', workflowId: 'w', nodes: [], connections: [] }]
  await server.db.run(sql`
    insert into templates (id, name, description, graph, node_types, created_by)
    values (${id}, 'Test', '', ${JSON.stringify(graph)}, '{}', ${owner.id})`)
  return { id }
}

/** What the body of a request for the record of a classifier refers to; written whenever one is created. */
export const classified = { messageId: '' }

/** A workflow with a classifier and a message in its reference set. */
export async function classifier({ db }: TestServer, owner: TestMember) {
  const node = (id: string, type: string, params: object) => ({ id, type, version: 1, name: id, params })
  const categories = [{ name: 'invoice' }, { name: 'other' }]
  const graph = {
    id: 'g',
    workflowId: 'w',
    connections: [{ from: 'mail', output: 'main', to: 'sort' }],
    nodes: [node('mail', 'trigger.message', {}), node('sort', 'ai.classify', { categories })],
  }
  const made = await owner.session('POST', '/api/v1/workflows', { body: { name: 'Sort', graph } })
  if (made.status !== 201) throw new Error(`failed to create a workflow: ${made.status} ${made.text}`)
  const message = await deliverOne(db, await createTestMailbox(db, owner.id), { subject: 'Invoice' })
  const { id } = made.body
  const referenceId = newId()
  await db.run(sql`
    insert into eval_references (id, member_id, workflow_id, node_id, message_id, categories, source, heading, excerpt)
    values (${referenceId}, ${owner.id}, ${id}, 'sort', ${message.id}, '{invoice}', 'message', 'Subject: x', 'x')`)
  const connectionId = newId()
  await db.run(sql`
    with gate as (insert into llm_gates (connection_id) values (${connectionId}))
    insert into llm_connections (id, provider, label) values (${connectionId}, 'openai', ${connectionId})`)
  classified.messageId = message.id
  return { id, nodeId: 'sort', referenceId }
}

export async function evaluation(server: TestServer, owner: TestMember) {
  const { id, nodeId } = await classifier(server, owner)
  const body = { sample: { kind: 'reference' } }
  const made = await owner.session('POST', `/api/v1/workflows/${id}/nodes/${nodeId}/eval`, { body })
  if (made.status !== 202) throw new Error(`failed to start an evaluation: ${made.status} ${made.text}`)
  return { id: String(made.body.run.id) }
}
