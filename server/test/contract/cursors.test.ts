import type { RouteDeclaration } from '@mailwright/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../src/platform/db/sql.ts'
import { newId } from '../../src/platform/ids/ids.ts'
import { recordEntry } from '../../src/slices/audit/index.ts'
import { recordOutcomes } from '../../src/slices/messages/index.ts'
import { records } from './records.ts'
import { freshSession } from './requests.ts'
import { builtRoutes } from './routes.ts'
import { classifier, evaluation, waitingExecution } from './run-records.ts'

const lists = builtRoutes.filter(([, route]) => route.query?.properties.cursor !== undefined)

let server: TestServer
let owner: TestMember
let client: Client

const auditEntry = () =>
  recordEntry(server.db, {
    actorKind: 'system',
    actorMemberId: null,
    ip: null,
    action: 'test.done',
    targetKind: 'test',
    targetId: null,
  })

const journalEntry = async () => {
  const mailbox = await createTestMailbox(server.db, owner.id)
  const { id } = await deliverOne(server.db, mailbox)
  const entry = { mailboxId: mailbox.id, messageId: id, outcome: 'unmatched' as const, ruleRef: null }
  await recordOutcomes(server.db, [entry])
}

const special: Record<string, () => Promise<unknown>> = {
  '/api/v1/admin/audit': auditEntry,
  '/api/v1/journal': journalEntry,
  '/api/v1/executions/incidents': async () =>
    void (await records['/api/v1/executions/incidents/{id}']?.(server, owner)),
  '/api/v1/executions/waiting': () => waitingExecution(server, owner),
  '/api/v1/desk': async () => void (await records['/api/v1/approvals/{id}/decide']?.(server, owner)),
  '/api/v1/sending/journal': async () => void (await records['/api/v1/sending/{id}']?.(server, owner)),
}

/** Lists within a record: the address of one, and what adds to it. */
const within: Record<string, { address: string; make: () => Promise<unknown> }> = {}
async function createParents() {
  const { db } = server
  const { id: runId } = await evaluation(server, owner)
  within['/api/v1/eval-runs/{id}'] = {
    address: `/api/v1/eval-runs/${runId}`,
    make: () =>
      db.run(sql`
        insert into eval_cases (id, run_id, position, message_id)
        select ${newId()}, ${runId}, max(position) + 1, ${newId()} from eval_cases where run_id = ${runId}`),
  }
  const { id, nodeId } = await classifier(server, owner)
  const address = `/api/v1/workflows/${id}/nodes/${nodeId}/reference`
  const mailbox = await createTestMailbox(db, owner.id)
  within['/api/v1/workflows/{id}/nodes/{nodeId}/reference'] = {
    address,
    make: async () => {
      const { id: messageId } = await deliverOne(db, mailbox)
      await client('POST', address, { body: { kind: 'message', messageId, categories: [] } })
    },
  }
}

/** Most lists contain the records created under their own path. */
const makeFor = (route: RouteDeclaration) =>
  within[route.path]?.make ??
  special[route.path] ??
  (async () => void (await records[`${route.path}/{id}`]?.(server, owner)))

beforeAll(async () => {
  server = await testServer()
  owner = await createMember(server, { role: 'admin' })
  client = await freshSession(server, owner)
  await createParents()
})
afterAll(() => server.close())

const read = (route: RouteDeclaration, cursor?: string) =>
  client(
    'GET',
    `${within[route.path]?.address ?? route.path}?limit=2${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  )

const rowsOf = (body: Record<string, unknown>) =>
  Object.values(body).find(Array.isArray) as { id?: string; executionId?: string }[]

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Replacements for one part of a cursor. */
const forged = [
  '2026-02-30T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:00:60Z',
  'infinity',
  'now',
  '',
  '9999-99-99T99:99:99Z',
  '2026-01-01T00:00:00.0000000001Z',
  '2026-01-01T0:0:0.Z',
  "'; drop table members; --",
  '\0',
  '😀',
  'x'.repeat(5000),
  0,
  -1,
  1e300,
  null,
  true,
  [],
  {},
  [[]],
]

describe.each(lists)('%s', (_name, route) => {
  it('returns each record once across pages, even while new ones are added', async () => {
    for (let i = 0; i < 5; i++) await makeFor(route)()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { status, body } = await read(route, cursor)
      expect(status).toBe(200)
      seen.push(...rowsOf(body).map(({ id, executionId }) => id ?? executionId ?? ''))
      cursor = body.nextCursor ?? undefined
      if (seen.length < 5) await makeFor(route)()
    } while (cursor !== undefined && seen.length < 1000)
    expect(seen.length).toBeGreaterThanOrEqual(5)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('rejects a forged cursor', async () => {
    for (let i = 0; i < 5; i++) await makeFor(route)()
    const { nextCursor } = (await read(route)).body
    const parts = JSON.parse(Buffer.from(nextCursor, 'base64url').toString()) as unknown[]
    const cursors = [
      ...parts.flatMap((_, at) => forged.map((value) => encode(parts.with(at, value)))),
      encode([]),
      encode({}),
      encode([...parts, 1]),
      nextCursor.slice(1),
      `${nextCursor}AA`,
      'é',
      '%',
    ]
    const faults: unknown[] = []
    for (const cursor of cursors) {
      const { status } = await read(route, cursor)
      if (status !== 200 && status !== 400)
        faults.push([status, cursor, Buffer.from(cursor, 'base64url').toString().slice(0, 200)])
    }
    expect(faults).toEqual([])
  })
})
