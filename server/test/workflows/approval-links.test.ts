import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { graphOf, set } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  finished,
  publish,
  read,
  stepsOf,
  waiting,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { anotherServer } from '../another-server.ts'
import { createLink } from '../approval-links.ts'
import { createMember, type TestMember } from '../factories.ts'
import { createTestMailbox, deliverOne, type TestMailbox } from '../mirror.ts'
import { type TestServer, testServer } from '../server.ts'

const details = 'Pay 40 € to <b>Zoë</b> & "Co"?\nSecond line.'
const graph = graphOf(
  {
    mail: ['trigger.message'],
    ask: ['human.approval', { title: 'Answer {{ sender.name }}?', details, approvers: 'carol@example.org' }],
    yes: set({ answer: 'yes' }),
    no: set({ answer: 'no' }),
    late: set({ answer: 'late' }),
  },
  [
    ['mail', 'ask'],
    ['ask', 'yes', 'approved'],
    ['ask', 'no', 'rejected'],
    ['ask', 'late', 'expired'],
  ],
)

let server: TestServer
let oneClick: Awaited<ReturnType<typeof anotherServer>>
let ada: TestMember
let mailbox: TestMailbox
let workflowId: string
beforeAll(async () => {
  const limit = { MAILWRIGHT_LIMIT_APPROVAL_LINK_PER_MINUTE: '100000' }
  server = await testServer({ ...workerRole, ...limit })
  oneClick = await anotherServer(server.databaseUrl, { ...limit, MAILWRIGHT_APPROVAL_LINKS: 'one-click' })
  ada = await createMember(server)
  mailbox = await createTestMailbox(server.db, ada.id)
  workflowId = await publish(ada, graph)
})
afterAll(async () => {
  await oneClick?.close()
  await server?.close()
})

/** Starts a run that waits for Carol, who is no member. */
async function requestApproval() {
  const message = await deliverOne(server.db, mailbox, { subject: 'An <i>offer</i>' })
  const started = await ada.session('POST', `/api/v1/workflows/${workflowId}/run`, {
    body: { messageIds: [message.id] },
  })
  const [id] = started.body.executionIds as [string]
  await waiting(ada, id)
  return { id, ...(await createLink(server.db, id, 'carol@example.org')) }
}
const visit = async (path: string, init: RequestInit = {}, url = server.url) => {
  const response = await fetch(`${url}${path}`, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const statusOf = async (id: string) =>
  (await server.db.row<{ status: string }>(sql`select status from approvals where execution_id = ${id}`))
    ?.status

describe('the page of an approval link', () => {
  it('has the whole context, one button, no script, and is not cached', async () => {
    const { approve, reject } = await requestApproval()
    const { status, headers, text } = await visit(approve)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('script-src')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    for (const part of [
      'Answer Bob Stone?',
      'Pay 40 €',
      'Bob Stone',
      'bob@example.net',
      'Test',
      'Second line.',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/<script|<b>|<i>|javascript:|src=|https?:/i)
    expect(text.match(/<button/g)).toHaveLength(1)
    expect(text).toContain('>Approve</button>')
    expect((await visit(reject)).text).toContain('>Reject</button>')
  })

  it('is in the language of the visitor', async () => {
    const { approve } = await requestApproval()
    const { text } = await visit(approve, { headers: { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' } })
    expect(text).toContain('<html lang="fr">')
    expect(text).toContain('Approuver cette demande ?')
    expect((await visit(approve, { headers: { 'accept-language': 'de' } })).text).toContain(
      '<html lang="en">',
    )
  })

  it('returns 404 for an unknown token or decision', async () => {
    const { approve } = await requestApproval()
    const unknown = approve.replace(/t\/[\w-]+\//, `t/${'x'.repeat(43)}/`)
    for (const path of [
      unknown,
      approve.replace(/approve$/, 'destroy'),
      approve.replace(/approve$/, 'APPROVE'),
    ])
      for (const method of ['GET', 'POST'])
        expect((await visit(path, { method })).status, `${method} ${path}`).toBe(404)
  })

  it('is a page for a person also when the link is unknown', async () => {
    const path = `/api/v1/approvals/t/${'x'.repeat(43)}/approve`
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const { status, headers, text } = await visit(path, { headers: { accept, 'accept-language': 'fr' } })
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('<html lang="fr">')
    expect(text).not.toContain('approval.not_found')
    const program = await visit(path, { headers: { accept: 'application/json' } })
    expect([program.status, JSON.parse(program.text).code]).toEqual([404, 'approval.not_found'])
  })

  it('decides nothing, however often it is visited', { timeout: 900_000 }, async () => {
    const { id, approve, reject } = await requestApproval()
    const visits = Array.from({ length: 10_000 }, (_, i) => ({
      path: i % 3 === 0 ? reject : approve,
      method: i % 2 === 0 ? 'GET' : 'HEAD',
    }))
    while (visits.length > 0) {
      const answers = await Promise.all(
        visits.splice(0, 50).map(({ path, method }) => visit(path, { method })),
      )
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    expect([await statusOf(id), (await read(ada, id)).status]).toEqual(['pending', 'waiting'])
  })
})

describe('the button of the page', () => {
  // A page with the referrer policy no-referrer submits its form with the origin `null`.
  const asBrowser = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    body: '',
  }

  it('decides, and later visits show the decision', async () => {
    const { id, approve, reject } = await requestApproval()
    const { status, text } = await visit(reject, asBrowser)
    expect(status).toBe(200)
    expect(text).toContain('Rejected by a link sent to carol@example.org')
    expect(text).not.toContain('<button')
    expect(stepsOf(await finished(ada, id))).toMatchObject({
      ask: { output: 'rejected', data: { decidedBy: 'a link sent to carol@example.org' } },
      no: { status: 'succeeded' },
      yes: { status: 'skipped' },
    })
    for (const method of ['POST', 'GET']) {
      const again = await visit(approve, { method })
      expect([again.status, again.text.includes('Rejected by a link sent to carol@example.org')]).toEqual([
        200,
        true,
      ])
    }
    expect(await statusOf(id)).toBe('rejected')
  })

  it('has no effect after the deadline, and the run continues as expired', async () => {
    const { id, approve } = await requestApproval()
    await server.db.run(sql`
      update approvals set expires_at = now() - interval '1 second' where execution_id = ${id}`)
    const late = await visit(approve, asBrowser)
    expect(late.text).toContain('This request has expired without a decision.')
    await server.db.run(sql`update executions set wake_at = now() where id = ${id}`)
    const done = await finished(ada, id)
    expect(stepsOf(done)).toMatchObject({ ask: { output: 'expired' }, late: { status: 'succeeded' } })
    expect(await statusOf(id)).toBe('expired')
    expect((await visit(approve)).text).toContain('This request has expired without a decision.')
  })
})

describe('a one-click link', () => {
  it('decides on a visit, but not on a prefetch', async () => {
    const { id, approve, reject } = await requestApproval()
    await visit(approve, { method: 'HEAD' }, oneClick.url)
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ])
      expect((await visit(approve, { headers }, oneClick.url)).text).toContain('<button')
    expect(await statusOf(id)).toBe('pending')
    expect((await visit(approve, {}, oneClick.url)).text).toContain(
      'Approved by a link sent to carol@example.org',
    )
    expect((await visit(reject, {}, oneClick.url)).text).toContain(
      'Approved by a link sent to carol@example.org',
    )
    expect(stepsOf(await finished(ada, id)).yes).toMatchObject({ status: 'succeeded' })
  })
})
