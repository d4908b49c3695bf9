import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSession, connect } from '../../platform/live/fixtures/live-client.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import { jobsOf } from '../sending/fixtures/outbox.store.ts'
import { makeGone, makeReturn, setMailboxStatus, storedDraft } from './fixtures/drafts.store.ts'
import { openReview, type Person, type TestReview, token } from './fixtures/open-review.ts'
import { reviewCron } from './review.jobs.ts'

let t: TestReview
let ada: Person
beforeAll(async () => {
  t = await openReview()
  ada = await t.person()
})
afterAll(() => t.close())

const post = (id: string, what: string, body: object, { member } = ada) =>
  member.session('POST', `/api/v1/review/${id}/${what}`, { body })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const resultOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** One draft in each state that is final, and what a decision about it is answered. */
async function finalDrafts() {
  const [sent, rejected, gone, foreign] = [
    await t.draft(ada),
    await t.draft(ada),
    await t.draft(ada),
    await t.draft(await t.person()),
  ]
  await post(sent, 'send', { clientToken: token() })
  await post(rejected, 'reject', {})
  await makeGone(t.db, gone, 'withdrawn')
  return [
    [sent, [409, 'review.already_resolved']],
    [rejected, [409, 'review.already_resolved']],
    [gone, [410, 'review.content_gone']],
    [foreign, [404, 'review.not_found']],
  ] as const
}

describe('POST /review/{id}/reject', () => {
  it('ends the draft and keeps the reason in the sending journal', async () => {
    const id = await t.draft(ada, {}, 'cap_mailbox')
    const { status, body } = await post(id, 'reject', { reason: 'We do not sell that.' })
    expect([status, body.opId]).toEqual([200, id])
    expect(body.message).toMatchObject({ reviewStatus: 'rejected', sendStatus: 'cancelled' })
    const { body: journal } = await ada.member.session('GET', '/api/v1/sending/journal')
    expect(journal.items.find((item: { id: string }) => item.id === id)).toMatchObject({
      reviewStatus: 'rejected',
      reviewReason: 'We do not sell that.',
      reviewAt: expect.any(String),
    })
    expect(await jobsOf(t.db, id)).toEqual([])
    expect(await t.deliver(id)).toEqual([])
  })

  it('works on a snoozed draft', async () => {
    const id = await t.draft(ada)
    await post(id, 'snooze', { until: inAnHour() })
    expect((await post(id, 'reject', {})).body.message.reviewStatus).toBe('rejected')
  })

  it('is refused for a draft that is not open', async () => {
    for (const [id, refusal] of await finalDrafts())
      expect(resultOf(await post(id, 'reject', {}))).toEqual(refusal)
  })
})

describe('POST /review/{id}/snooze', () => {
  it('takes the draft out of the queue; a second snooze moves its time', async () => {
    const id = await t.draft(ada)
    const until = inAnHour()
    await post(id, 'snooze', { until: new Date(Date.now() + 60_000).toISOString() })
    const { status, body } = await post(id, 'snooze', { until })
    expect(status).toBe(200)
    expect(body.message).toMatchObject({
      id,
      reviewStatus: 'snoozed',
      snoozeUntil: until,
      sendStatus: 'held',
    })
    const { body: queue } = await ada.member.session('GET', '/api/v1/review?limit=100')
    expect(queue.items.map((item: { id: string }) => item.id)).not.toContain(id)
  })

  it('rejects a time that is not in the future', async () => {
    const id = await t.draft(ada)
    for (const until of [new Date(Date.now() - 1_000).toISOString(), 'tomorrow']) {
      const { status, body } = await post(id, 'snooze', { until })
      expect([status, body.code, body.details.issues[0].path]).toEqual([400, 'request.bad_request', '/until'])
    }
    expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'pending' })
  })

  it('is refused for a draft that is not open', async () => {
    for (const [id, refusal] of await finalDrafts())
      expect(resultOf(await post(id, 'snooze', { until: inAnHour() }))).toEqual(refusal)
  })
})

describe('POST /review/send', () => {
  const sendAll = (ids: string[], more: object = {}, { member } = ada) =>
    member.session('POST', '/api/v1/review/send', { body: { ids, clientToken: token(), ...more } })

  it('sends what can be sent, says why not for the others, and counts each id once', async () => {
    const cleo = await t.person()
    const away = await t.person()
    const [good, snoozed, sent, rejected, gone] = [
      await t.draft(cleo),
      await t.draft(cleo),
      await t.draft(cleo),
      await t.draft(cleo),
      await t.draft(cleo),
    ]
    await post(snoozed, 'snooze', { until: inAnHour() }, cleo)
    await post(sent, 'send', { clientToken: token() }, cleo)
    await post(rejected, 'reject', {}, cleo)
    await makeGone(t.db, gone, 'answered')
    const foreign = await t.draft(away)
    const left = await t.draft(cleo)
    const ids = [good, good.toUpperCase(), snoozed, sent, rejected, gone, foreign, 'None']
    const { status, body } = await sendAll(ids, {}, cleo)
    expect(status).toBe(202)
    expect(body).toEqual({
      sent: 2,
      skipped: [
        { id: sent, reason: 'already_sent' },
        { id: rejected, reason: 'already_rejected' },
        { id: gone, reason: 'gone' },
        { id: foreign, reason: 'not_found' },
        { id: 'None', reason: 'not_found' },
      ],
      pendingCount: 1,
    })
    for (const id of [good, snoozed]) expect(await t.deliver(id)).toHaveLength(1)
    expect(await storedDraft(t.db, left)).toMatchObject({ reviewStatus: 'pending' })
    expect(await storedDraft(t.db, foreign)).toMatchObject({ reviewStatus: 'pending' })
  })

  it('skips drafts whose mailbox is not connected', async () => {
    const cleo = await t.person()
    const id = await t.draft(cleo)
    await setMailboxStatus(t.db, cleo.mailboxId, 'disconnected')
    const { body } = await sendAll([id], {}, cleo)
    expect(body).toEqual({ sent: 0, skipped: [{ id, reason: 'mailbox_not_active' }], pendingCount: 1 })
  })

  it('rejects no id, more than fifty and a missing token', async () => {
    for (const more of [{ ids: [] }, { ids: Array(51).fill('x') }, { clientToken: undefined }]) {
      const { status, body } = await sendAll(['x'], more)
      expect([status, body.code]).toEqual([400, 'review.bad_request'])
    }
  })
})

describe('live events', () => {
  it('tell each transition to the member', async () => {
    const cleo = await t.person()
    const client = await connect(t.server.url, asSession(cleo.member.sessionToken))
    const next = async () => (await client.next('review.updated')).data
    const id = await t.draft(cleo)
    expect(await next()).toEqual({ id, reviewStatus: 'pending', sendStatus: 'held' })
    await post(id, 'snooze', { until: inAnHour() }, cleo)
    expect(await next()).toEqual({ id, reviewStatus: 'snoozed', sendStatus: 'held' })
    await makeReturn(t.db, id)
    const live = testLive(t.server.databaseUrl)
    const [{ job } = { job: undefined }] = reviewCron(live)
    await job?.run({} as never, t.context)
    expect(await next()).toEqual({ id, reviewStatus: 'pending', sendStatus: 'held' })
    expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'pending' })
    await live.close()
    await cleo.member.session('PATCH', `/api/v1/review/${id}`, { body: { subject: 'x' } })
    expect(await next()).toEqual({ id, reviewStatus: 'pending', sendStatus: 'held' })
    await post(id, 'send', { clientToken: token() }, cleo)
    expect(await next()).toEqual({ id, reviewStatus: 'sent', sendStatus: 'pending' })
    const other = await t.draft(cleo)
    await next()
    await post(other, 'reject', {}, cleo)
    expect(await next()).toEqual({ id: other, reviewStatus: 'rejected', sendStatus: 'cancelled' })
    await client.close()
  })
})
