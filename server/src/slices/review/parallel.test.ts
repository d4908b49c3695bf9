import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#test/client'
import { newId } from '../../platform/ids/ids.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import { jobsOf } from '../sending/fixtures/outbox.store.ts'
import { withdrawDrafts } from '../sending/gone-drafts.ts'
import { lockRow, storedDraft } from './fixtures/drafts.store.ts'
import { openReview, type Person, type TestReview, token } from './fixtures/open-review.ts'

let t: TestReview
let ada: Person
beforeAll(async () => {
  t = await openReview()
  ada = await t.person()
})
afterAll(() => t.close())

const send = (id: string, body: object, headers = {}) =>
  ada.member.session('POST', `/api/v1/review/${id}/send`, { body, headers })
const fifty = <T>(act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, i) => act(i)))
const count = (answers: Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = body.code ?? String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
/** One job in the outbox, and one mail that reaches the mail server however often the job runs. */
async function expectOneMail(id: string) {
  expect(await jobsOf(t.db, id)).toHaveLength(1)
  const delivered = await Promise.all([t.deliver(id), t.deliver(id), t.deliver(id)])
  expect(delivered.flat()).toHaveLength(1)
}

describe('fifty parallel sends of one draft', () => {
  it('with one token get the same reply and send one mail', async () => {
    const id = await t.draft(ada)
    const body = { clientToken: token(), subject: 'Once' }
    const answers = await fifty(() => send(id, body))
    expect(count(answers)).toEqual({ 202: 50 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await expectOneMail(id)
  })

  it('with fifty tokens send one mail; the others learn that it was sent', async () => {
    const id = await t.draft(ada)
    const answers = await fifty((i) => send(id, { clientToken: token(), subject: `Number ${i}` }))
    expect(count(answers)).toEqual({ 202: 1, 'review.already_resolved': 49 })
    const winner = answers.find(({ status }) => status === 202)
    expect((await storedDraft(t.db, id))?.subject).toBe(winner?.body.message.subject)
    await expectOneMail(id)
  })

  it('with one Idempotency-Key send one mail', async () => {
    const id = await t.draft(ada)
    const body = { clientToken: token() }
    const answers = await fifty(() => send(id, body, { 'idempotency-key': `key ${id}` }))
    const counts = count(answers)
    expect(counts[202]).toBeGreaterThan(0)
    expect((counts[202] ?? 0) + (counts['idempotency.in_progress'] ?? 0)).toBe(50)
    const sent = answers.filter(({ status }) => status === 202)
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1)
    await expectOneMail(id)
  })
})

describe('a client token', () => {
  it('replays the reply, whatever has become of the draft', async () => {
    const id = await t.draft(ada)
    const body = { clientToken: token() }
    const first = await send(id, body)
    await t.deliver(id)
    const again = await send(id, body)
    expect([again.status, again.body]).toEqual([202, first.body])
  })

  it('is 422 for another request, another draft or a selection', async () => {
    const [id, other] = [await t.draft(ada), await t.draft(ada)]
    const clientToken = token()
    await send(id, { clientToken })
    const answers = [
      await send(id, { clientToken, subject: 'Other' }),
      await send(other, { clientToken }),
      await ada.member.session('POST', '/api/v1/review/send', { body: { ids: [other], clientToken } }),
    ]
    expect(count(answers)).toEqual({ 'idempotency.key_reused': 3 })
    expect(await storedDraft(t.db, other)).toMatchObject({ reviewStatus: 'pending' })
  })

  it('is the own of each member', async () => {
    const bob = await t.person()
    const [id, bobs] = [await t.draft(ada), await t.draft(bob)]
    const body = { clientToken: token() }
    await send(id, body)
    expect((await bob.member.session('POST', `/api/v1/review/${bobs}/send`, { body })).status).toBe(202)
  })

  it('is free again after a refusal', async () => {
    const id = await t.draft(ada)
    const clientToken = token()
    expect((await send(newId(), { clientToken })).status).toBe(404)
    expect((await send(id, { clientToken })).status).toBe(202)
  })
})

describe('decisions at the same moment', () => {
  const decide = (id: string, what: string, body: object) =>
    ada.member.session('POST', `/api/v1/review/${id}/${what}`, { body })

  it('end in exactly one: sent or rejected', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await t.draft(ada)
      const [sent, rejected] = await Promise.all([
        decide(id, 'send', { clientToken: token() }),
        decide(id, 'reject', { reason: 'No.' }),
      ])
      const state = await storedDraft(t.db, id)
      const isSent = state?.reviewStatus === 'sent'
      expect([sent?.status, rejected?.status, state?.sendStatus]).toEqual(
        isSent ? [202, 409, 'pending'] : [409, 200, 'cancelled'],
      )
      expect(await t.deliver(id)).toHaveLength(isSent ? 1 : 0)
    }
  })

  it('of all kinds leave one final state, and a sent mail has whole edits', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await t.draft(ada)
      const until = new Date(Date.now() + 3_600_000).toISOString()
      const [sent, rejected] = await Promise.all([
        decide(id, 'send', { clientToken: token() }),
        decide(id, 'reject', {}),
        decide(id, 'snooze', { until }),
        ada.member.session('PATCH', `/api/v1/review/${id}`, { body: { subject: 'A', bodyText: 'A' } }),
        ada.member.session('PATCH', `/api/v1/review/${id}`, { body: { subject: 'B', bodyText: 'B' } }),
      ])
      const state = await storedDraft(t.db, id)
      expect([202, 409]).toContain(sent?.status)
      expect([sent?.status === 202, rejected?.status === 200].filter(Boolean)).toHaveLength(1)
      expect(state?.reviewStatus).toBe(sent?.status === 202 ? 'sent' : 'rejected')
      expect([`${state?.subject} ${state?.bodyText}`]).toEqual([
        expect.stringMatching(/^(Offer Dear Bob|A A|B B)$/),
      ])
    }
  })

  it('of a person and of the author who withdraws the drafts end in exactly one', async () => {
    const live = testLive(t.server.databaseUrl)
    for (let round = 0; round < 10; round++) {
      const workflowId = newId()
      const step = {
        executionId: newId(),
        workflowId,
        workflowName: 'W',
        nodeId: 'n',
        nodeType: 'mail.draft',
      }
      const id = await t.draft(ada, { step })
      const [sent, withdrawn] = await Promise.all([
        decide(id, 'send', { clientToken: token() }),
        withdrawDrafts(t.db, live, ada.member.id, workflowId),
      ])
      const state = await storedDraft(t.db, id)
      expect([sent.status, withdrawn, state?.reviewStatus]).toEqual(
        withdrawn === 0 ? [202, 0, 'sent'] : [410, 1, 'gone'],
      )
      expect(await t.deliver(id)).toHaveLength(1 - withdrawn)
    }
    await live.close()
  })

  it('does not wait for the delivery of a draft that was sent before', async () => {
    const [sent, open] = [await t.draft(ada), await t.draft(ada)]
    await decide(sent, 'send', { clientToken: token() })
    const delivery = await t.db.begin()
    await lockRow(delivery, sent)
    const body = { ids: [open, sent], clientToken: token() }
    const answer = await ada.member.session('POST', '/api/v1/review/send', { body })
    await delivery.rollback()
    expect(answer.body).toMatchObject({ sent: 1, skipped: [{ id: sent, reason: 'already_sent' }] })
  })

  it('on overlapping selections send each draft once, without a deadlock', async () => {
    const cleo = await t.person()
    const ids = await Promise.all(Array.from({ length: 20 }, () => t.draft(cleo)))
    const sendAll = (selection: string[]) =>
      cleo.member.session('POST', '/api/v1/review/send', { body: { ids: selection, clientToken: token() } })
    const answers = await Promise.all([
      sendAll(ids),
      sendAll([...ids].reverse()),
      sendAll(ids.slice(5, 15)),
      sendAll([...ids.slice(10), ...ids.slice(0, 10)]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(answers.reduce((sum, { body }) => sum + body.sent, 0)).toBe(20)
    for (const { body } of answers) for (const { reason } of body.skipped) expect(reason).toBe('already_sent')
    for (const id of ids) expect(await jobsOf(t.db, id)).toHaveLength(1)
  })
})
