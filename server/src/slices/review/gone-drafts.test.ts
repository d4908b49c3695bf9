import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids/ids.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import type { Live } from '../../platform/live/live.ts'
import { expireDrafts } from '../sending/expire-drafts.ts'
import { createMessage } from '../sending/fixtures/messages.store.ts'
import { endDraftsAbout } from '../sending/index.ts'
import { ageDraft, deleteMessage, storedDraft } from './fixtures/drafts.store.ts'
import { openReview, type Person, type TestReview, token } from './fixtures/open-review.ts'

let t: TestReview
let live: Live
let ada: Person
beforeAll(async () => {
  t = await openReview()
  live = testLive(t.server.databaseUrl)
  ada = await t.person()
})
afterAll(async () => {
  await live.close()
  await t.close()
})

const createWorkflow = async ({ member }: Person): Promise<string> =>
  (await member.session('POST', '/api/v1/workflows', { body: { name: 'Answer' } })).body.id
const stepOf = (workflowId: string) => ({
  executionId: newId(),
  workflowId,
  workflowName: 'Answer',
  nodeId: 'draft',
  nodeType: 'mail.draft',
})
const withdraw = ({ member }: Person, workflowId: string) =>
  member.session('POST', `/api/v1/workflows/${workflowId}/drafts/withdraw`)
const act = (id: string, action: string, body: object) =>
  ada.member.session('POST', `/api/v1/review/${id}/${action}`, { body })

describe('withdrawing the drafts of a workflow', () => {
  it('ends those that wait, also snoozed ones, and keeps those that somebody has edited', async () => {
    const workflowId = await createWorkflow(ada)
    const step = stepOf(workflowId)
    const [first, snoozed, edited, sent] = [
      await t.draft(ada, { step }),
      await t.draft(ada, { step }),
      await t.draft(ada, { step }),
      await t.draft(ada, { step }),
    ]
    await act(snoozed, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
    await ada.member.session('PATCH', `/api/v1/review/${edited}`, { body: { subject: 'Mine' } })
    await act(sent, 'send', { clientToken: token() })
    const answer = await withdraw(ada, workflowId)
    expect([answer.status, answer.body]).toEqual([200, { withdrawn: 2 }])
    for (const id of [first, snoozed])
      expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'gone', reviewReason: 'withdrawn' })
    expect((await storedDraft(t.db, edited))?.reviewStatus).toBe('pending')
    expect((await storedDraft(t.db, sent))?.reviewStatus).toBe('sent')
    const gone = await ada.member.session('GET', `/api/v1/review/${first}`)
    expect([gone.status, gone.body.code]).toEqual([410, 'review.content_gone'])
    expect(gone.body.message).toContain('The drafts of this workflow were withdrawn.')
    expect((await withdraw(ada, workflowId)).body).toEqual({ withdrawn: 0 })
  })

  it("is 404 for an unknown workflow and for another member's", async () => {
    const bob = await t.person()
    for (const id of [newId(), await createWorkflow(bob)])
      expect((await withdraw(ada, id)).body.code).toBe('workflow.not_found')
  })
})

it('leaves the queue at once when its mailbox is deleted', async () => {
  const eve = await t.person()
  const id = await t.draft(eve)
  const mailbox = `/api/v1/mailboxes/${eve.mailboxId}`
  expect((await eve.member.session('DELETE', mailbox)).status).toBe(204)
  expect((await eve.member.session('GET', '/api/v1/review')).body).toMatchObject({
    items: [],
    pendingCount: 0,
  })
  expect((await storedDraft(t.db, id))?.reviewStatus).toBe('gone')
})

it('ends in exactly one state, whatever happens to a draft at the same moment', async () => {
  const workflowId = await createWorkflow(ada)
  const ends = new Set<unknown>()
  for (let round = 0; round < 12; round++) {
    const { id: replyToMessageId } = await createMessage(t.db, ada.mailboxId, `${newId()}@example.com`)
    const id = await t.draft(ada, { step: stepOf(workflowId), replyToMessageId })
    const deleted = t.db.transaction(async (tx) => {
      await deleteMessage(tx, replyToMessageId)
      await endDraftsAbout(tx, live, [replyToMessageId])
    })
    const expired = ageDraft(t.db, id, 15).then(() => expireDrafts(t.db, live, 14))
    const [sent, rejected, withdrawn] = await Promise.all([
      act(id, 'send', { clientToken: token() }),
      act(id, 'reject', { reason: 'No' }),
      withdraw(ada, workflowId),
      act(id, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() }),
      deleted,
      expired,
    ])
    const state = await storedDraft(t.db, id)
    const won = [sent.status === 202, rejected.status === 200, withdrawn.body.withdrawn === 1]
    expect(won).toEqual([
      state?.reviewStatus === 'sent',
      state?.reviewStatus === 'rejected',
      state?.reviewReason === 'withdrawn',
    ])
    expect(state?.sendStatus).toBe(sent.status === 202 ? 'pending' : 'cancelled')
    expect(await t.deliver(id)).toHaveLength(sent.status === 202 ? 1 : 0)
    ends.add(state?.reviewStatus)
  }
  for (const end of ends) expect(['sent', 'rejected', 'gone']).toContain(end)
})
