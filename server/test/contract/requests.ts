import type { RouteDeclaration } from '@mailwright/contract/route'
import type { Client, Sent } from '../client.ts'
import { clientOf } from '../client.ts'
import { createKey, createSession, type TestMember } from '../factories.ts'
import type { TestServer } from '../server.ts'
import { formWith } from './fuzz/case.ts'
import { judgeOf, type Schema } from './fuzz/schema.ts'
import { sampleOf } from './fuzz/values.ts'
import { bodyRecords, fillIn, recordFor } from './records.ts'
import { reportBody } from './report-body.ts'
import { classified } from './run-records.ts'

const judge = judgeOf({})
let seed = 1

// Random ids name no record, so optional ones are omitted.
const withoutReferences = (schema: Schema, body: unknown) =>
  Object.fromEntries(
    Object.entries(body as object).filter(([k]) => !/Ids?$/.test(k) || schema.required?.includes(k)),
  )

/** Values that the schema alone does not imply. */
const fitting: Record<string, () => object> = {
  '/api/v1/tables/{id}/rows': () => ({ values: { code: `code-${seed}-${Date.now()}` } }),
  '/api/v1/tables/{id}/rows/{rowId}': () => ({ values: { amount: seed } }),
  '/api/v1/tables/{id}/rows/bulk': () => ({ insert: [{ values: { amount: seed } }], update: [], delete: [] }),
  '/api/v1/credentials/{id}/origins': () => ({ origins: [`https://api.example.com/v${seed}`] }),
  '/api/v1/admin/llm/connections': () => ({
    provider: 'openai',
    label: `Connection ${seed}-${Date.now()}`,
    apiKey: 'a-key-of-some-length',
    baseUrl: undefined,
    withoutApiKey: undefined,
  }),
  '/api/v1/admin/llm/budgets': () => ({ scope: 'instance', subjectId: undefined, softUsd: null }),
  '/api/v1/admin/llm/prices': () => ({ prices: [] }),
  '/api/v1/threads/{id}/actions': () => ({ action: 'markRead', clientToken: `token-${seed}` }),
  '/api/v1/workflows/{id}': () => ({
    draftUpdatedAt: undefined,
    published: undefined,
    maxConcurrency: null,
    executionTimeoutMs: null,
  }),
  '/api/v1/workflows/{id}/versions/{versionId}/restore': () => ({ draftUpdatedAt: undefined }),
  '/api/v1/workflows/{id}/run': () => ({ data: { seed } }),
  '/api/v1/workflows/{id}/nodes/{nodeId}/eval': () => ({
    sample: { kind: 'recent', limit: 10 + (seed % 190) },
  }),
  '/api/v1/workflows/{id}/nodes/{nodeId}/reference': () => ({
    kind: 'message',
    messageId: classified.messageId || 'none',
    executionId: undefined,
    reviewId: undefined,
    caseId: undefined,
    categories: [],
  }),
  '/api/v1/workflows/{id}/nodes/{nodeId}/reference/import': () => ({
    entries: [{ messageId: classified.messageId || 'none', categories: [] }],
    csv: undefined,
  }),
  '/api/v1/approvals/{id}/decide': () => ({ decision: seed % 2 ? 'approve' : 'reject' }),
  '/api/v1/workflows/{id}/test-messages': () => ({ messageIds: [] }),
  '/api/v1/review/{id}': () => ({ to: undefined, cc: undefined, bcc: undefined }),
  '/api/v1/review/{id}/send': () => ({ to: undefined, cc: undefined, bcc: undefined }),
  '/api/v1/review/{id}/snooze': () => ({ until: new Date(Date.now() + 60_000 + seed).toISOString() }),
  '/api/v1/mailboxes/{id}/analyzer/proposals/reject': () => ({ key: reportBody.groups[0]?.key }),
  '/api/v1/mailboxes/{id}/resync': () => ({ since: new Date(Date.now() - 60_000 - seed).toISOString() }),
}

/** One small file in the expected part of the form. */
function plausibleForm(form: Schema): Sent {
  const { headers, body } = formWith(Object.keys(form.properties ?? {})[0] ?? '')
  return { raw: String(body), type: headers['content-type'] ?? '' }
}

/** A valid body, a different one for each call. */
export function plausibleBody(route: RouteDeclaration): Sent {
  if (!route.body) return {}
  if (route.bodyType) return plausibleForm(route.body)
  const schema = route.body as Schema
  const sample = withoutReferences(schema, sampleOf(schema, judge, seed++))
  return { body: { ...sample, ...fitting[route.path]?.() } }
}

/** A valid body that refers to records of the member. */
export async function ownBody(server: TestServer, route: RouteDeclaration, owner: TestMember): Promise<Sent> {
  const { body } = plausibleBody(route)
  return { body: { ...(body as object), ...(await bodyRecords[route.path]?.(server, owner)) } }
}

/** The URL of a record of the member. */
export async function ownPath(server: TestServer, route: RouteDeclaration, owner: TestMember) {
  const make = recordFor(route.path)
  return make ? fillIn(route.path, await make(server, owner)) : route.path
}

/** The URL of an unknown record. */
export const emptyPath = (route: RouteDeclaration) =>
  route.path
    .replace('{decision}', 'approve')
    .replace('{position}', '0')
    .replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')

export type Result = [status: number, code: string | undefined]

export async function call(client: Client, route: RouteDeclaration, path: string, sent: Sent = {}) {
  const answer = await client(route.method, path, { ...plausibleBody(route), ...sent })
  return { ...answer, result: [answer.status, answer.body?.code] as Result }
}

/** A separate session of the member, since an operation may end the session that it is called with. */
export async function freshSession(server: TestServer, member: TestMember) {
  const { token } = await createSession(server.db, member.id)
  return clientOf(server.url, { cookie: `mailwright_session=${token}` })
}

export async function keyOf(server: TestServer, member: TestMember, scopes: string[]) {
  const { token } = await createKey(server.db, member.id, scopes)
  return clientOf(server.url, { authorization: `Bearer ${token}` })
}
