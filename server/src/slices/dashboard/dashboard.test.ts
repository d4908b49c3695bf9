import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import {
  type Cast,
  clearFigures,
  createCast,
  insertHistory,
  type Run,
  type Workflow,
} from './fixtures/history.ts'

const routes = ['executions', 'mail', 'ai']
const hourMs = 3_600_000
let server: TestServer
let cast: Cast
let ada: TestMember
let bob: TestMember

beforeAll(async () => {
  server = await testServer()
  cast = await createCast(server)
  ;[ada, bob] = cast.members as [TestMember, TestMember]
})
beforeEach(() => clearFigures(server.db, Date.now() - 90 * 24 * hourMs))
afterAll(() => server.close())

const get = (member: TestMember, route: string, query = '') =>
  member.session('GET', `/api/v1/dashboard/${route}${query}`)
const workflowOf = (member: TestMember) =>
  cast.workflows.find(({ memberId }) => memberId === member.id) as Workflow

const run = (member: TestMember, more: Partial<Run> = {}): Run => {
  const at = Date.now() - hourMs
  const times = { createdAt: at, startedAt: at, finishedAt: at + 1000 }
  return {
    id: newId(),
    workflow: workflowOf(member),
    mailboxId: null,
    status: 'succeeded',
    simulated: false,
    ...times,
    ...more,
  }
}

describe('the window', () => {
  it('is the last seven days in UTC unless asked otherwise', async () => {
    for (const route of routes) {
      const { status, body } = await get(bob, route)
      expect(status).toBe(200)
      const { from, to, previousFrom, bucket, buckets } = body.window
      expect(Date.parse(to) - Date.parse(from)).toBe(7 * 24 * hourMs)
      expect(Date.parse(from) - Date.parse(previousFrom)).toBe(7 * 24 * hourMs)
      expect(bucket).toBe('day')
      expect(buckets).toHaveLength(8)
      expect(buckets[0]).toBe(`${from.slice(0, 10)}T00:00:00.000Z`)
    }
  })

  it.each([
    ['24h', 24, 'hour'],
    ['7d', 168, 'day'],
    ['30d', 720, 'day'],
  ])('of %s ends now', async (period, hours, bucket) => {
    const { window } = (await get(bob, 'mail', `?period=${period}`)).body
    expect(Date.parse(window.to) - Date.parse(window.from)).toBe(hours * hourMs)
    expect(window.bucket).toBe(bucket)
  })

  it('is taken as given, in hours up to 48 of them', async () => {
    const asked = async (to: string) =>
      (await get(bob, 'ai', `?period=custom&from=2026-01-01T10:00:00%2B01:00&to=${to}&tz=Europe/Paris`)).body
        .window
    expect(await asked('2026-01-03T09:00:00Z')).toMatchObject({
      from: '2026-01-01T09:00:00.000Z',
      to: '2026-01-03T09:00:00.000Z',
      previousFrom: '2025-12-30T09:00:00.000Z',
      bucket: 'hour',
    })
    const { bucket, buckets } = await asked('2026-01-03T09:00:00.001Z')
    expect([bucket, buckets]).toEqual([
      'day',
      ['2025-12-31T23:00:00.000Z', '2026-01-01T23:00:00.000Z', '2026-01-02T23:00:00.000Z'],
    ])
  })

  it('is rejected when it is incomplete, empty, too long or of an unknown zone', async () => {
    const custom = (from: string, to: string) => `?period=custom&from=${from}&to=${to}`
    const cases: [string, string][] = [
      ['?period=custom', '/from'],
      ['?period=custom&from=2026-01-01T00:00:00Z', '/to'],
      [custom('2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z'), '/to'],
      [custom('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), '/to'],
      [custom('2025-01-01T00:00:00Z', '2026-01-02T00:00:00.001Z'), '/to'],
      [custom('1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z'), '/from'],
      [custom('9999-12-30T00:00:00Z', '9999-12-31T23:00:00-10:00'), '/to'],
      ['?tz=Mars/Olympus', '/tz'],
      ['?tz=%2B01:07', '/tz'],
      ['?tz=', '/tz'],
      ['?period=year', '/period'],
      ['?workflowId=mine', '/workflowId'],
    ]
    for (const route of routes)
      for (const [query, path] of cases) {
        const { status, body } = await get(ada, route, query)
        expect([status, body.code, body.details.issues[0].path], query).toEqual([
          400,
          'dashboard.bad_request',
          path,
        ])
      }
    expect((await get(ada, 'mail', custom('2025-01-01T00:00:00Z', '2026-01-02T00:00:00Z'))).status).toBe(200)
    // A zone that was 44 minutes and 30 seconds behind.
    const old = `${custom('1971-06-01T00:00:00Z', '1971-06-02T00:00:00Z')}&tz=Africa/Monrovia`
    expect((await get(ada, 'executions', old)).status).toBe(200)
  })
})

describe('access', () => {
  it('to the organisation and to other members is for administrators, by session and by key', async () => {
    for (const route of routes)
      for (const query of ['?scope=org', `?memberId=${bob.id}`, `?scope=org&memberId=${ada.id}`]) {
        const refused = [
          await get(bob, route, query),
          await (await bob.key('dashboard:read'))('GET', `/api/v1/dashboard/${route}${query}`),
        ]
        for (const { status, body } of refused)
          expect([status, body.code]).toEqual([403, 'dashboard.forbidden'])
        expect((await get(ada, route, query)).status).toBe(200)
        expect(
          (await (await ada.key('dashboard:read'))('GET', `/api/v1/dashboard/${route}${query}`)).status,
        ).toBe(200)
      }
  })

  it('shows members their own figures, and nothing of a workflow or mailbox of somebody else', async () => {
    const [mailbox] = cast.mailboxes.filter(({ memberId }) => memberId === ada.id)
    const runs = [run(ada), run(ada, { mailboxId: mailbox?.id ?? null }), run(bob)]
    await insertHistory(server.db, { runs })
    const total = async (member: TestMember, query: string) =>
      (await get(member, 'executions', query)).body.current.total
    expect(await total(bob, '')).toBe(1)
    expect(await total(ada, '')).toBe(2)
    expect(await total(ada, '?scope=org')).toBe(3)
    expect(await total(ada, `?memberId=${bob.id}`)).toBe(1)
    expect(await total(ada, `?memberId=${newId()}`)).toBe(0)
    expect(await total(ada, `?workflowId=${workflowOf(ada).id}`)).toBe(2)
    expect(await total(ada, `?mailboxId=${mailbox?.id}`)).toBe(1)
    expect(await total(bob, `?workflowId=${workflowOf(ada).id}`)).toBe(0)
    expect(await total(bob, `?mailboxId=${mailbox?.id}`)).toBe(0)
  })
})

describe('recent failures', () => {
  const failed = (member: TestMember, more: Partial<Run> = {}) => run(member, { status: 'failed', ...more })
  const failures = async (query = '') => (await get(ada, 'executions', query)).body.recentFailures

  it('are listed by when they failed, newest first, twenty at most', async () => {
    const now = Date.now()
    const runs = Array.from({ length: 25 }, (_, i) =>
      failed(ada, { createdAt: now - 60 * 24 * hourMs, finishedAt: now - (i + 1) * 60_000 }),
    )
    await insertHistory(server.db, { runs: runs.toReversed() })
    expect((await failures()).map((one: { executionId: string }) => one.executionId)).toEqual(
      runs.slice(0, 20).map(({ id }) => id),
    )
  })

  it('show no personal data, the incident, and names of members to the organisation only', async () => {
    const [plain, reported] = [failed(ada), failed(ada, { finishedAt: Date.now() - 1000 })]
    await insertHistory(server.db, { runs: [plain, reported] })
    await server.db.run(sql`
      insert into incidents (id, member_id, execution_id, workflow_id, workflow_name, failed_at, error_summary,
        node_id, node_name, acknowledged_at)
      values (${newId()}, ${ada.id}, ${reported.id}, ${reported.workflow.id}, 'x', now(), 'for [email]', 'n1',
        'Answer', now())`)
    const shown = {
      workflowId: plain.workflow.id,
      workflowName: plain.workflow.name,
      memberName: null,
      errorCode: 'node.failed',
      errorSummary: 'for [email]',
      nodeId: 'n1',
    }
    expect(await failures()).toEqual([
      {
        ...shown,
        executionId: reported.id,
        failedAt: expect.any(String),
        nodeName: 'Answer',
        acknowledged: true,
      },
      { ...shown, executionId: plain.id, failedAt: expect.any(String), nodeName: null, acknowledged: false },
    ])
    expect((await failures('?scope=org'))[0].memberName).toBe('Ada')
  })
})

it('names ten workflows at most, without a name when they are deleted', async () => {
  const workflows = Array.from({ length: 12 }, (_, i) => ({
    id: newId(),
    name: '',
    memberId: ada.id,
    n: i + 1,
  }))
  const runs = workflows.flatMap((workflow) =>
    Array.from({ length: workflow.n }, () => run(ada, { workflow, status: 'failed' })),
  )
  await insertHistory(server.db, { runs })
  const { topWorkflows, failingWorkflows } = (await get(ada, 'executions', '?scope=org')).body
  const ids = workflows.toReversed().map(({ id }) => id)
  for (const rows of [topWorkflows, failingWorkflows])
    expect(rows.map((row: { workflowId: string }) => row.workflowId)).toEqual(ids.slice(0, 10))
  expect(topWorkflows[0]).toMatchObject({ name: '', memberName: 'Ada', total: 12, succeeded: 0, failed: 12 })
})

it('has figures of AI for each member for the organisation, and null for oneself', async () => {
  const call = {
    mailboxId: null,
    purpose: 'draft',
    provider: 'p',
    model: 'm',
    tokensIn: 1,
    tokensOut: 2,
    at: Date.now() - hourMs,
  }
  await insertHistory(server.db, {
    calls: [
      { ...call, workflow: workflowOf(ada), cost: 1_500_000_000 },
      { ...call, workflow: workflowOf(bob), cost: 1 },
    ],
  })
  expect((await get(ada, 'ai')).body.byMember).toBeNull()
  expect((await get(ada, 'ai', '?scope=org')).body.byMember).toEqual([
    { memberId: ada.id, name: 'Ada', costUsd: 1.5, calls: 1 },
    { memberId: bob.id, name: 'Bob', costUsd: 1e-9, calls: 1 },
  ])
})

it('counts a message once as automated, and once for each workflow that wrote about it', async () => {
  const [mailbox] = cast.mailboxes.filter(({ memberId }) => memberId === ada.id)
  const workflows = cast.workflows.filter(({ memberId }) => memberId === ada.id)
  if (!mailbox) throw new Error('no mailbox')
  const messageId = newId()
  const mails = workflows.map((workflow, i) => ({
    id: newId(),
    mailbox,
    workflow,
    messageId,
    mode: 'draft' as const,
    createdAt: Date.now() - hourMs + i,
    sentAt: null,
    foundAt: null,
  }))
  await insertHistory(server.db, { mails })
  const automated = async (query = '') => (await get(ada, 'mail', query)).body.current.automatedEmails
  expect(await automated()).toBe(1)
  for (const { id } of workflows) expect(await automated(`?workflowId=${id}`)).toBe(1)
})
