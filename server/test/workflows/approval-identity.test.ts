import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  finished,
  hook,
  publish,
  read,
  stepsOf,
  waiting,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { anotherServer } from '../another-server.ts'
import { createLink } from '../approval-links.ts'
import { createMember, type TestMember } from '../factories.ts'
import { type TestServer, testServer } from '../server.ts'

// Ada writes the workflow and knows every link. Carol, a member, is the one who may decide.

let server: TestServer
let oneClick: Awaited<ReturnType<typeof anotherServer>>
let ada: TestMember
let carol: TestMember
let ask: (body: unknown) => Promise<string>
beforeAll(async () => {
  const limit = { MAILWRIGHT_LIMIT_APPROVAL_LINK_PER_MINUTE: '100000' }
  server = await testServer({ ...workerRole, ...limit })
  oneClick = await anotherServer(server.databaseUrl, { ...limit, MAILWRIGHT_APPROVAL_LINKS: 'one-click' })
  ada = await createMember(server)
  carol = await createMember(server, { email: 'carol@example.org', name: 'Carol' })
  const params = { title: 'Pay the invoice?', details: 'Confidential.', approvers: 'Carol@Example.org' }
  ask = await hook(
    server,
    ada,
    await publish(ada, chainOf({ hook: ['trigger.webhook'], ask: ['human.approval', params] })),
  )
})
afterAll(async () => {
  await oneClick?.close()
  await server?.close()
})

async function requestApproval() {
  const id = await ask({})
  await waiting(ada, id)
  return { id, ...(await createLink(server.db, id, carol.email)) }
}

type Visitor = Pick<TestMember, 'sessionToken'>
async function visit(path: string, by?: Visitor, init: RequestInit = {}, url = server.url) {
  const cookie = by ? { cookie: `mailwright_session=${by.sessionToken}` } : {}
  const response = await fetch(`${url}${path}`, { ...init, headers: { ...cookie, ...init.headers } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const post = { method: 'POST' }
const listed = async (member: TestMember, status = 'pending') =>
  ((await member.session('GET', `/api/v1/approvals?status=${status}`)).body.approvals ?? []) as {
    id: string
    executionId: string
    status: string
    decidedBy: string | null
  }[]
const approvalOf = async (member: TestMember, executionId: string, status?: string) =>
  (await listed(member, status)).find((one) => one.executionId === executionId)
const stillPending = async (id: string) =>
  expect([(await approvalOf(ada, id))?.status, (await read(ada, id)).status]).toEqual(['pending', 'waiting'])

describe('the link of an approver who is a member', () => {
  it('does not let the author approve in the name of the approver', async () => {
    const { id, approve } = await requestApproval()
    const opened = await visit(approve, ada)
    expect(opened.status).toBe(200)
    expect(opened.text).toContain(ada.email)
    expect(opened.text).not.toContain('<button')
    expect((await visit(approve, ada, post)).status).toBe(403)
    await stillPending(id)
  })

  it('leads to signing in and shows nothing of the request before', async () => {
    const { id, approve } = await requestApproval()
    const { status, text } = await visit(approve)
    expect(status).toBe(200)
    expect(text).toContain(`href="/sign-in#${approve}"`)
    expect(text).not.toMatch(/Pay the invoice|Confidential|<button/)
    expect((await visit(approve, undefined, post)).status).toBe(401)
    await stillPending(id)
  })

  it('decides as the member once signed in', async () => {
    const { id, approve, reject } = await requestApproval()
    const { text, headers } = await visit(reject, carol)
    expect(text).toContain('Pay the invoice?')
    expect(text).toContain('>Reject</button>')
    // The form has to carry its origin.
    expect(headers.get('referrer-policy')).toBe('same-origin')
    const decided = await visit(reject, carol, { ...post, headers: { origin: server.url } })
    expect([decided.status, decided.text.includes('Rejected by carol@example.org,')]).toEqual([200, true])
    expect(stepsOf(await finished(ada, id)).ask).toMatchObject({
      output: 'rejected',
      data: { decidedBy: 'carol@example.org' },
    })
    expect((await visit(approve, carol, post)).text).toContain('Rejected by carol@example.org')
  })

  it('does not let another site decide with the session of the member', async () => {
    const { id, approve } = await requestApproval()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await visit(approve, carol, { ...post, headers })).status).toBe(401)
    await stillPending(id)
  })

  it('does not let the author lure the member to a link that decides at once', async () => {
    const { id, approve } = await requestApproval()
    const { text } = await visit(approve, carol, {}, oneClick.url)
    expect(text).toContain('>Approve</button>')
    expect((await visit(approve, undefined, {}, oneClick.url)).text).toContain('/sign-in#')
    await stillPending(id)
  })

  it('does not decide while the member is suspended', async () => {
    const { id, approve } = await requestApproval()
    await server.db.run(sql`update members set status = 'suspended' where id = ${carol.id}`)
    try {
      expect((await visit(approve, carol)).text).toContain('no longer valid')
      expect((await visit(approve, carol, post)).status).toBe(403)
      await stillPending(id)
    } finally {
      await server.db.run(sql`update members set status = 'active' where id = ${carol.id}`)
    }
  })
})

describe('an approver who is a member', () => {
  it('sees the request and decides it in the product', async () => {
    const { id } = await requestApproval()
    const mine = await approvalOf(carol, id)
    expect(mine?.status).toBe('pending')
    const notices = (await carol.session('GET', '/api/v1/notifications')).body.items
    expect(notices.map((one: { params: { approvalId?: string } }) => one.params.approvalId)).toContain(
      mine?.id,
    )
    const path = `/api/v1/approvals/${mine?.id}/decide`
    const stranger = await createMember(server)
    const refused = await stranger.session('POST', path, { body: { decision: 'approve' } })
    expect([refused.status, refused.body.code]).toEqual([404, 'approval.not_found'])
    const decided = await carol.session('POST', path, { body: { decision: 'approve' } })
    expect([decided.status, decided.body.approval?.decidedBy]).toEqual([200, carol.email])
    expect(await listed(stranger, 'approved')).toEqual([])
  })

  it('pages through own and foreign requests without gaps', async () => {
    const wanted = [await requestApproval(), await requestApproval(), await requestApproval()].map(
      ({ id }) => id,
    )
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await carol.session('GET', `/api/v1/approvals?limit=1${cursor}`)).body
      seen.push(...page.approvals.map((one: { executionId: string }) => one.executionId))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(seen.slice(0, 3)).toEqual(wanted.toReversed())
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('an approval past its deadline', () => {
  it('is expired for whoever looks, before the sweep', async () => {
    const { id, approve } = await requestApproval()
    await server.db.run(sql`
      update approvals set expires_at = now() - interval '1 second' where execution_id = ${id}`)
    for (const member of [ada, carol]) {
      expect(await approvalOf(member, id)).toBeUndefined()
      expect((await approvalOf(member, id, 'expired'))?.status).toBe('expired')
    }
    expect((await visit(approve, carol)).text).toContain('This request has expired without a decision.')
    const { id: approvalId } = (await approvalOf(ada, id, 'expired')) ?? { id: '' }
    const late = await ada.session('POST', `/api/v1/approvals/${approvalId}/decide`, {
      body: { decision: 'approve' },
    })
    expect([late.status, late.body.code]).toEqual([409, 'approval.already_decided'])
  })
})
