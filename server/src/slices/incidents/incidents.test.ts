import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { asSession, connect } from '../../platform/live/fixtures/live-client.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import type { Live } from '../../platform/live/live.ts'
import { type Failure, openIncident } from './index.ts'

const path = '/api/v1/executions/incidents'
let server: TestServer
let live: Live
let ada: TestMember
let bob: TestMember

beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl)
  bob = await createMember(server)
})
beforeEach(async () => {
  ada = await createMember(server)
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const failure = (more: Partial<Failure> = {}): Failure => ({
  memberId: ada.id,
  executionId: newId(),
  workflowId: newId(),
  workflowName: 'Offers',
  mailboxId: null,
  failedAt: new Date().toISOString(),
  error: 'The model did not answer.',
  nodeId: null,
  nodeName: null,
  ...more,
})
/** Failed `hours` ago. */
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const open = async (more: Partial<Failure> = {}) =>
  (await openIncident(server.db, live, failure(more)))?.id ?? ''
const list = (member: TestMember, query = '') => member.session('GET', `${path}${query}`)
const idsOf = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map(({ id }) => id)
const acknowledge = (member: TestMember, id: string) => member.session('POST', `${path}/${id}/acknowledge`)

describe('the list of incidents', () => {
  it("returns the member's own, the latest failure first, in the specified shape", async () => {
    const given = failure({ mailboxId: newId(), nodeId: 'n1', nodeName: 'Classify', failedAt: ago(1) })
    await openIncident(server.db, live, given)
    const latest = await open()
    const { status, body } = await list(ada)
    expect([status, body.nextCursor]).toEqual([200, null])
    expect(body.items[0].id).toBe(latest)
    const { memberId: _, error, ...shown } = given
    expect(body.items[1]).toEqual({
      ...shown,
      id: expect.any(String),
      errorSummary: error,
      acknowledgedAt: null,
    })
    expect(idsOf(await list(bob))).toEqual([])
  })

  it('filters by time and by unacknowledged', async () => {
    const [old, middle, recent] = [
      await open({ failedAt: ago(50) }),
      await open({ failedAt: ago(20) }),
      await open(),
    ]
    expect(idsOf(await list(ada, `?since=${ago(24)}`))).toEqual([recent, middle])
    expect(idsOf(await list(ada, '?since=2020-01-01T00:00:00%2B02:00'))).toEqual([recent, middle, old])
    await acknowledge(ada, middle)
    expect(idsOf(await list(ada, '?unacknowledged=true'))).toEqual([recent, old])
    expect(idsOf(await list(ada, '?unacknowledged=no'))).toEqual([recent, middle, old])
    expect(idsOf(await list(ada, `?unacknowledged=true&since=${ago(24)}`))).toEqual([recent])
  })

  it('continues after the last page, even when incidents are added meanwhile', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await open({ failedAt: ago(i + 1) }))
    const first = await list(ada, '?limit=2')
    await open()
    const second = await list(ada, `?limit=2&cursor=${first.body.nextCursor}`)
    const third = await list(ada, `?limit=2&cursor=${second.body.nextCursor}`)
    expect([first, second, third].flatMap(idsOf)).toEqual(ids)
    expect(third.body.nextCursor).toBeNull()
  })

  it('rejects an invalid query, and a cursor that is malformed or belongs to other filters', async () => {
    await open()
    await open()
    const { nextCursor } = (await list(ada, '?limit=1')).body
    const queries = ['since=yesterday', 'since=', 'limit=201', 'other=1', 'cursor=x', 'cursor=']
    const foreign = [`unacknowledged=true&cursor=${nextCursor}`, `since=${ago(1)}&cursor=${nextCursor}`]
    for (const query of [...queries, ...foreign]) {
      const { status, body } = await list(ada, `?${query}`)
      expect([status, body.code], query).toEqual([400, 'request.bad_request'])
    }
    expect((await list(ada, `?limit=200&cursor=${nextCursor}`)).status).toBe(200)
  })
})

describe('acknowledging', () => {
  it('keeps the first time', async () => {
    const id = await open()
    const first = await acknowledge(ada, id)
    expect([first.status, first.body]).toEqual([200, { acknowledgedAt: expect.stringMatching(/Z$/) }])
    await server.db.run(sql`
      update incidents set acknowledged_at = '2026-01-01T00:00:00.000Z' where id = ${id}`)
    expect((await acknowledge(ada, id)).body).toEqual({ acknowledgedAt: '2026-01-01T00:00:00.000Z' })
  })

  it("returns 404 for another member's, an unknown and an invalid id", async () => {
    const id = await open()
    for (const target of [id, newId(), 'nope']) {
      const { status, body } = await acknowledge(bob, target)
      expect([status, body.code]).toEqual([404, 'incident.not_found'])
    }
    expect((await list(ada)).body.items[0].acknowledgedAt).toBeNull()
  })

  it('requires the scope of a key', async () => {
    const id = await open()
    const refused = await (await ada.key('notifications:read'))('POST', `${path}/${id}/acknowledge`)
    expect([refused.status, refused.body.code]).toEqual([403, 'api_key.scope_missing'])
    const done = await (await ada.key('notifications:write'))('POST', `${path}/${id}/acknowledge`)
    expect(done.status).toBe(200)
  })
})

describe('an incident', () => {
  it('is opened once per execution, even when reported twice concurrently', async () => {
    const executionId = newId()
    const created = await Promise.all(
      Array.from({ length: 5 }, () => openIncident(server.db, live, failure({ executionId }))),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
    expect(idsOf(await list(ada))).toHaveLength(1)
  })

  it('is published to its member only, when opened and when acknowledged', async () => {
    const adas = await connect(server.url, asSession(ada.sessionToken))
    const bobs = await connect(server.url, asSession(bob.sessionToken))
    const id = await open()
    expect([(await adas.next('incident.created')).data]).toEqual((await list(ada)).body.items)
    const { acknowledgedAt } = (await acknowledge(ada, id.toUpperCase())).body
    expect((await adas.next('incident.acknowledged')).data).toEqual({ id, acknowledgedAt })
    expect(bobs.messages).toEqual([])
    await adas.close()
    await bobs.close()
  })

  it('contains no personal data and accepts any error text', async () => {
    const error = `550 5.1.1 <jane.doe@example.com>: \0 rejected\n${'😀'.repeat(300)}\ud800`
    const incident = await openIncident(server.db, live, failure({ error }))
    expect(incident?.errorSummary).toMatch(/^550 5\.1\.1 <\[email\]>: rejected 😀+…$/u)
    expect([...(incident?.errorSummary ?? '')]).toHaveLength(200)
  })
})
