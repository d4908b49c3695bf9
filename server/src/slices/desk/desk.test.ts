import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { putApproval, putDraft } from './fixtures/waiting.store.ts'

let server: TestServer
let ada: TestMember
let bob: TestMember
let mailbox: TestMailbox
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await createMember(server, { name: 'Ada' })
  bob = await createMember(server, { name: 'Bob' })
  mailbox = await createTestMailbox(server.db, ada.id)
})

type Item = { kind: string; id: string; title: string; deadline: string; waitingSince: string }
type Page = { items: Item[]; nextCursor: string | null; counts: Record<string, number> }

const read = async (query = '', by = ada.session): Promise<Page> => {
  const { status, body } = await by('GET', `/api/v1/desk${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Page
}
const ids = ({ items }: Page) => items.map(({ id }) => id)
const draft = (options: Partial<Parameters<typeof putDraft>[2]> = {}) =>
  putDraft(server, ada, { mailboxId: mailbox.id, ...options })

describe('the desk', () => {
  it('shows what each item is about, with the text itself', async () => {
    const { id: messageId, threadId } = await deliverOne(server.db, mailbox, { subject: 'Offer?' })
    const text = 'é'.repeat(2_500)
    const draftId = await draft({ subject: 'Re: Offer?', text, messageId, reason: 'Please check the price.' })
    const trigger = {
      messageId,
      fromName: null,
      fromEmail: 'carol@example.org',
      subject: 'Invoice',
      receivedAt: '2026-01-01T00:00:00.000Z',
    }
    const approvalId = await putApproval(server, ada, { details: 'The amount is 12 EUR.', trigger })
    const { items } = await read()
    expect(items).toMatchObject([
      {
        kind: 'approval',
        id: approvalId,
        title: 'Pay it?',
        text: 'The amount is 12 EUR.',
        workflowName: 'Pay',
        owner: { id: ada.id, name: 'Ada' },
        about: { ...trigger, threadId },
        reason: null,
      },
      {
        kind: 'draft',
        id: draftId,
        title: 'Re: Offer?',
        text: text.slice(0, 2_000),
        workflowName: 'Answer',
        owner: { id: ada.id, name: 'Ada' },
        about: { messageId, threadId, fromEmail: 'bob@example.net', subject: 'Offer?' },
        reason: 'Please check the price.',
      },
    ])
  })

  it('tells why a guard held a mail back in the language of the reader', async () => {
    await draft({ reason: 'already_answered' })
    expect((await read()).items).toMatchObject([{ reason: 'A workflow has already answered this message.' }])
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    expect((await read()).items).toMatchObject([{ reason: 'Un workflow a déjà répondu à ce message.' }])
  })

  it("contains own and requested approvals, and nobody else's", async () => {
    const asked = await putApproval(server, bob, {
      approvers: [ada.email.toUpperCase(), 'x@example.org'],
      trigger: { messageId: newId(), fromName: 'C', fromEmail: 'c@example.org', subject: '', receivedAt: '' },
    })
    const own = await putApproval(server, ada, { approvers: [bob.email], due: 72 })
    await putApproval(server, bob)
    await putApproval(server, bob, { approvers: ['x@example.org'] })
    const page = await read()
    expect(ids(page)).toEqual([asked, own])
    expect(page.items[0]).toMatchObject({ owner: { id: bob.id, name: 'Bob' }, about: { threadId: null } })
    expect(page.counts).toEqual({ drafts: 0, approvals: 2, total: 2, dueSoon: 0 })
  })

  it('lists an approval once that is asked of its own owner by several links', async () => {
    const id = await putApproval(server, ada, { approvers: [ada.email, ada.email] })
    expect(ids(await read())).toEqual([id])
    expect((await read()).counts).toMatchObject({ approvals: 1 })
  })

  it('leaves out what is decided, expired, snoozed, sent or gone', async () => {
    const [approved, sent] = [await putApproval(server, ada), await draft()]
    await putApproval(server, ada, { due: -1 })
    await draft({ snoozed: 5 })
    const decided = await ada.session('POST', `/api/v1/approvals/${approved}/decide`, {
      body: { decision: 'approve' },
    })
    expect(decided.status).toBe(200)
    await server.db.run(sql`
      update outgoing_messages set review_status = 'gone', send_status = 'cancelled', held_by = null where id = ${sent}`)
    const page = await read()
    expect(page.items).toEqual([])
    expect(page.counts).toEqual({ drafts: 0, approvals: 0, total: 0, dueSoon: 0 })
  })

  it('takes back a snoozed draft when its time has come, and counts its days from then', async () => {
    const id = await draft({ created: -300, snoozed: -1 })
    const [item] = (await read()).items
    expect(item?.id).toBe(id)
    const left = (Date.parse(item?.deadline ?? '') - Date.now()) / 3_600_000
    expect(left).toBeGreaterThan(14 * 24 - 2)
    expect(left).toBeLessThanOrEqual(14 * 24)
  })

  it('sorts by deadline, and by the length of the wait where deadlines are equal', async () => {
    const dueAt = new Date(Date.now() + 30 * 3_600_000).toISOString()
    const later = await putApproval(server, ada, { due: 40 })
    const short = await putApproval(server, ada, { dueAt, created: -1 })
    const long = await putApproval(server, ada, { dueAt, created: -2 })
    const expiring = await draft({ created: -14 * 24 + 3 })
    const edited = await draft({ created: -14 * 24 + 3, edited: -1 })
    const page = await read('?order=urgent')
    expect(ids(page)).toEqual([expiring, long, short, later, edited])
    expect(page.counts).toEqual({ drafts: 2, approvals: 3, total: 5, dueSoon: 1 })
    expect(ids(await read('?order=newest'))).toEqual([later, short, long, edited, expiring])
  })

  it('filters by kind and counts everything all the same', async () => {
    const [one, other] = [await draft(), await putApproval(server, ada)]
    expect(ids(await read('?kind=draft'))).toEqual([one])
    expect(ids(await read('?kind=approval'))).toEqual([other])
    expect((await read('?kind=draft')).counts).toMatchObject({ total: 2 })
    const counts = await ada.session('GET', '/api/v1/desk/counts')
    expect(counts.body).toEqual({ drafts: 1, approvals: 1, total: 2, dueSoon: 0 })
  })

  it('shows drafts only to a key that may not read approvals', async () => {
    const [one] = [await draft(), await putApproval(server, ada, { due: 1 })]
    const key = await ada.key('review:read')
    const page = await read('', key)
    expect(ids(page)).toEqual([one])
    expect(page.counts).toEqual({ drafts: 1, approvals: 0, total: 1, dueSoon: 0 })
    expect((await read('?kind=approval', key)).items).toEqual([])
    const both = await ada.key('review:read', 'approvals:read')
    expect((await read('', both)).counts).toMatchObject({ total: 2, dueSoon: 1 })
  })

  it('rejects a cursor of another order, and an unknown order', async () => {
    await draft()
    await draft()
    const { nextCursor } = await read('?limit=1')
    for (const query of [`?order=newest&cursor=${nextCursor}`, '?cursor=x', '?order=oldest', '?kind=mail']) {
      const { status, body } = await ada.session('GET', `/api/v1/desk${query}`)
      expect([query, status, body.code]).toEqual([query, 400, 'request.bad_request'])
    }
  })
})

describe('paging through the desk', () => {
  /** Reads all pages; `between` runs after each of them. */
  async function readAll(order: string, limit: number, between?: () => Promise<unknown>) {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await read(`?order=${order}&limit=${limit}${cursor}`)
      seen.push(...ids(page))
      if (page.nextCursor === null) return seen
      await between?.()
      cursor = `&cursor=${page.nextCursor}`
    }
  }

  /** Drafts and approvals in turn, many with the very same times. */
  async function putMany() {
    const hour = 3_600_000
    const base = Date.now() - 48 * hour
    for (let i = 0; i < 12; i++) {
      const at = new Date(base + Math.floor(i / 4) * hour).toISOString()
      const dueAt = new Date(Date.parse(at) + 14 * 24 * hour).toISOString()
      if (i % 2 === 0) await draft({ at })
      else await putApproval(server, i % 4 === 1 ? ada : bob, { at, dueAt, approvers: [ada.email] })
    }
  }

  it.each(['urgent', 'newest'])(
    'has no gaps and no repeats at any boundary between kinds (%s)',
    async (order) => {
      await putMany()
      const whole = ids(await read(`?order=${order}&limit=100`))
      expect(new Set(whole).size).toBe(12)
      for (const limit of [1, 2, 3, 5]) expect(await readAll(order, limit)).toEqual(whole)
    },
  )

  it('shows everything that was there, whatever appears meanwhile', async () => {
    await putMany()
    for (const order of ['urgent', 'newest']) {
      const before = ids(await read(`?order=${order}&limit=100`))
      const added: string[] = []
      const seen = await readAll(order, 2, async () => {
        added.push(await draft({ created: -20 }), await putApproval(server, ada, { due: 1 }))
      })
      expect(seen.filter((id) => before.includes(id))).toEqual(before)
      expect(new Set(seen).size).toBe(seen.length)
      const known = new Set([...before, ...added])
      expect(seen.every((id) => known.has(id))).toBe(true)
      await server.db.run(sql`delete from outgoing_messages where id = any (${added}::uuid[])`)
      await server.db.run(sql`delete from approvals where id = any (${added}::uuid[])`)
    }
  })
})
