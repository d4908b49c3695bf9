import { randomBytes } from 'node:crypto'
import { hashToken, newToken } from '../../src/platform/crypto/tokens.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { newId } from '../../src/platform/ids/ids.ts'
import { createKey, createMember, createSession, type TestMember } from '../factories.ts'
import { createTestMailbox, deliverOne } from '../mirror.ts'
import type { TestServer } from '../server.ts'
import { reportBody } from './report-body.ts'
import {
  approval,
  classifier,
  evaluation,
  failedExecution,
  runnable,
  template,
  webhook,
} from './run-records.ts'
import { tableColumn, tableRow, tableShared } from './table-records.ts'

type Ids = Record<string, string>
/** Creates a record of the member and returns the ids for its path. */
type Make = (server: TestServer, owner: TestMember) => Promise<Ids>

const unique = () => randomBytes(6).toString('hex')

const byPost =
  (path: string, key: string, body: () => object): Make =>
  async (_server, owner) => {
    const answer = await owner.session('POST', path, { body: body() })
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return { id: answer.body[key].id }
  }

const notification: Make = async ({ db }, owner) => {
  const id = newId()
  await db.run(sql`
    insert into notifications (id, member_id, severity, kind, params)
    values (${id}, ${owner.id}, 'info', 'mailbox.recovered', '{"mailboxId": "m", "address": "a@example.com"}')`)
  return { id }
}

const incident: Make = async ({ db }, owner) => {
  const id = newId()
  await db.run(sql`
    insert into incidents (id, member_id, execution_id, workflow_id, workflow_name, failed_at, error_summary)
    values (${id}, ${owner.id}, ${newId()}, ${newId()}, 'Sort', now(), 'It failed.')`)
  return { id }
}

const invitation: Make = async ({ db }, owner) => {
  const id = newId()
  await db.run(sql`
    insert into invitations (id, email, role, token_hash, invited_by, expires_at)
    values (${id}, ${`${unique()}@example.com`}, 'member', ${hashToken(newToken())}, ${owner.id},
            now() + interval '1 day')`)
  return { id }
}

const mailbox: Make = async (_server, owner) => {
  const body = { address: `${unique()}@example.com`, imapHost: 'i', smtpHost: 's', password: 'p' }
  const answer = await owner.session('POST', '/api/v1/mailboxes/imap', { body })
  if (answer.status !== 201) throw new Error(`failed to connect a mailbox: ${answer.status} ${answer.text}`)
  return { id: answer.body.mailboxId }
}

const outgoing: Make = async (server, owner) => {
  const [id, box] = [newId(), await mailbox(server, owner)]
  await server.db.run(sql`
    insert into outgoing_messages (id, member_id, mailbox_id, mailbox_address, mode, origin, "to", subject, body_text,
      send_status)
    values (${id}, ${owner.id}, ${box.id}, 'a@example.com', 'send', 'webmail', '{b@example.com}', '', '', 'pending')`)
  return { id }
}

const draft: Make = async (server, owner) => {
  const [id, box] = [newId(), await mailbox(server, owner)]
  await server.db.run(sql`
    insert into outgoing_messages (id, member_id, mailbox_id, mailbox_address, mode, origin, "to", subject, body_text,
      automatic, review_status, send_status, held_by)
    values (${id}, ${owner.id}, ${box.id}, 'a@example.com', 'draft', 'workflow', '{b@example.com}', 'Hello', 'Hi',
      true, 'pending', 'held', 'review')`)
  return { id }
}

/** A mailbox with a report that has a rejected proposal. */
const analyzed: Make = async (server, owner) => {
  const { id = '' } = await mailbox(server, owner)
  const { db } = server
  await db.run(sql`
    insert into analyzer_reports (id, mailbox_id, member_id, status, forced, day, body)
    values (${newId()}, ${id}, ${owner.id}, 'done', false, current_date, ${JSON.stringify(reportBody)})`)
  return { id }
}

/** Records that a body refers to, by the path of its route. */
export const bodyRecords: Record<string, (server: TestServer, owner: TestMember) => Promise<object>> = {
  '/api/v1/messages/send': async (server, owner) => ({
    mailboxId: (await mailbox(server, owner)).id,
    attachments: [],
  }),
  '/api/v1/assistant/conversations': async (server, owner) => ({
    workflowId: (await workflow(server, owner)).id,
    model: { provider: 'openai', model: 'gpt-5-mini', connectionId: (await llmConnection(server, owner)).id },
  }),
}

const message = async ({ db }: TestServer, owner: TestMember) =>
  deliverOne(db, await createTestMailbox(db, owner.id), { subject: unique() })

const connection: Make = async (_server, owner) => {
  const body = { type: 'custom', name: unique(), scope: 'member', data: { token: unique() } }
  const answer = await owner.session('POST', '/api/v1/credentials', { body })
  if (answer.status !== 201) throw new Error(`failed to create a connection: ${answer.status} ${answer.text}`)
  return { id: answer.body.id }
}

const llmConnection: Make = async ({ db }) => {
  const id = newId()
  await db.run(sql`
    with gate as (insert into llm_gates (connection_id) values (${id}))
    insert into llm_connections (id, provider, label) values (${id}, 'openai', ${unique()})`)
  return { id }
}

const workflow: Make = async (_server, owner) => {
  const answer = await owner.session('POST', '/api/v1/workflows', { body: { name: unique() } })
  if (answer.status !== 201) throw new Error(`failed to create a workflow: ${answer.status} ${answer.text}`)
  return { id: answer.body.id, versionId: answer.body.draftVersion.id }
}

const pattern: Make = async (server, owner) => {
  const [id, made] = [newId(), await workflow(server, owner)]
  await server.db.run(sql`
    insert into ai_patterns (id, member_id, workflow_id, node_id, prompt_hash, sender, subject_shape, labels, seen, status)
    values (${id}, ${owner.id}, ${made.id}, 'sort', 'x', 'bob@example.com', 'invoice #', '{invoice}', 5, 'active')`)
  return { id }
}

const postConversation = byPost('/api/v1/assistant/conversations', 'conversation', () => ({
  title: unique(),
}))
/** With a model that could answer. */
const conversation: Make = async (server, owner) => {
  await llmConnection(server, owner)
  return postConversation(server, owner)
}

const proposal: Make = async (server, owner) => {
  const [id, made] = [newId(), await conversation(server, owner)]
  await server.db.run(sql`
    insert into assistant_proposals (id, conversation_id, tool_call_id, kind, summary, name, graph, difference, issues)
    values (${id}, ${made.id}, ${id}, 'create_draft', 'A note.', 'Note',
      '{"id": "g", "workflowId": "new", "nodes": [], "connections": []}',
      '{"added": [], "removed": [], "changed": [], "connectionsAdded": [], "connectionsRemoved": []}', '[]')`)
  return { id }
}

/** Creates the record for each path prefix that ends with an id. A built route without an entry fails. */
export const records: Record<string, Make> = {
  '/api/v1/api-keys/{id}': async ({ db }, owner) => ({
    id: (await createKey(db, owner.id, ['profile:read'])).id,
  }),
  '/api/v1/me/sessions/{id}': async ({ db }, owner) => ({ id: (await createSession(db, owner.id)).id }),
  '/api/v1/admin/members/{id}': async (server) => ({ id: (await createMember(server)).id }),
  '/api/v1/admin/members/invitations/{id}': invitation,
  '/api/v1/signatures/{id}': byPost('/api/v1/signatures', 'signature', () => ({ name: unique() })),
  '/api/v1/webmail/signatures/{id}': byPost('/api/v1/signatures', 'signature', () => ({ name: unique() })),
  '/api/v1/contacts/{id}': byPost('/api/v1/contacts', 'contact', () => ({
    email: `${unique()}@example.com`,
  })),
  '/api/v1/credentials/{id}': connection,
  '/api/v1/llm-connections/{id}': llmConnection,
  '/api/v1/admin/llm/connections/{id}': llmConnection,
  '/api/v1/assistant/conversations/{id}': conversation,
  '/api/v1/assistant/proposals/{id}': proposal,
  '/api/v1/mailboxes/{id}': mailbox,
  '/api/v1/mailboxes/{id}/analyzer/report': analyzed,
  '/api/v1/mailboxes/{id}/analyzer/proposals/reject': analyzed,
  '/api/v1/messages/{id}': async (server, owner) => ({ id: (await message(server, owner)).id }),
  '/api/v1/messages/{id}/attachments/{position}': async (server, owner) => ({
    id: (await message(server, owner)).id,
    position: '0',
  }),
  '/api/v1/messages/{id}/remote-images/{name}': async (server, owner) => ({
    id: (await message(server, owner)).id,
    name: '0'.repeat(32),
  }),
  '/api/v1/remote-image-senders/{id}': byPost('/api/v1/remote-image-senders', 'sender', () => ({
    email: `${unique()}@example.com`,
  })),
  '/api/v1/threads/{id}': async (server, owner) => ({ id: (await message(server, owner)).threadId }),
  '/api/v1/notifications/{id}': notification,
  '/api/v1/executions/incidents/{id}': incident,
  '/api/v1/sending/{id}': outgoing,
  '/api/v1/review/{id}': draft,
  '/api/v1/tables/{id}': tableShared,
  '/api/v1/tables/{id}/rows/{rowId}': tableRow,
  '/api/v1/tables/{id}/columns/{key}': tableColumn,
  '/api/v1/workflows/{id}': runnable,
  '/api/v1/workflows/{id}/versions/{versionId}': workflow,
  '/api/v1/workflows/{id}/nodes/{nodeId}': classifier,
  '/api/v1/workflows/{id}/nodes/{nodeId}/run': runnable,
  '/api/v1/eval-runs/{id}': evaluation,
  '/api/v1/eval-runs/{id}/compare/{otherId}': async (server, owner) => {
    const made = await evaluation(server, owner)
    return { ...made, otherId: made.id }
  },
  '/api/v1/eval-references/{id}': async (server, owner) => ({
    id: (await classifier(server, owner)).referenceId,
  }),
  '/api/v1/patterns/{id}': pattern,
  '/api/v1/executions/{id}': failedExecution,
  '/api/v1/approvals/{id}': approval,
  '/api/v1/approvals/t/{token}/{decision}': approval,
  '/hooks/wf/{token}': webhook,
  '/api/v1/templates/{id}': template,
  '/api/v1/admin/templates/{id}': template,
}

export const idsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** The factory for the record that the path names, if there is one; some paths need more than what they name. */
export const recordFor = (path: string): Make | undefined =>
  records[path] ?? records[path.slice(0, path.lastIndexOf('}') + 1)]

export const fillIn = (path: string, ids: Ids) =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole)
