import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { markShared } from '../../platform/db/shared-transaction.ts'
import { sql } from '../../platform/db/sql.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids/ids.ts'
import { cancelMessage } from './cancel-message.ts'
import { createSender, jobsOf } from './fixtures/outbox.store.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { testReasons } from './fixtures/test-reasons.ts'
import { listJournal } from './list-journal.ts'
import { holdDraft } from './queue-mail.ts'
import { sweepOutbox } from './sweep-outbox.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
beforeAll(async () => {
  box = await testOutbox()
})
afterAll(() => box.close())

const step = () => ({
  executionId: newId(),
  workflowId: newId(),
  workflowName: 'Answer',
  nodeId: 'n1',
  nodeType: 'mail.draft',
})

it('holds a draft for review: no job, sweep, delivery or cancellation changes it', async () => {
  const sender = await createSender(box.db)
  const mail = {
    ...sender,
    origin: 'workflow' as const,
    to: ['b@example.com'],
    subject: 'Draft',
    bodyText: 'Hi',
  }
  const made = { ...mail, automatic: true, step: step() }
  const { opId } = await box.db.transaction((tx) => holdDraft(tx, box.deps, made, 'over the cap'))
  expect(await jobsOf(box.db, opId)).toEqual([])
  await sweepOutbox(box.db, box.live, true)
  await box.deliver(opId)
  await expect(cancelMessage(box.db, box.live, sender.memberId, opId)).rejects.toEqual(
    fault('sending.not_cancellable'),
  )
  expect(await box.state(opId)).toMatchObject({ sendStatus: 'held', heldBy: 'review' })
  expect(box.ports.dialogues).toEqual([])
  const { items } = await listJournal(
    box.db,
    testReasons,
    { memberId: sender.memberId, locale: 'en' },
    {
      limit: 10,
      workflowId: made.step.workflowId,
    },
  )
  expect(items).toMatchObject([
    { mode: 'draft', reviewStatus: 'pending', reviewReason: 'over the cap', nodeId: 'n1' },
  ])
})

it('accepts a draft while sending is off', async () => {
  const sender = await createSender(box.db)
  const mail = {
    ...sender,
    origin: 'workflow' as const,
    to: ['b@example.com'],
    subject: 'Draft',
    bodyText: 'Hi',
  }
  const off = { ...box.deps, enabled: false }
  expect(await box.db.transaction((tx) => holdDraft(tx, off, mail, null))).toMatchObject({ duplicate: false })
})

it('holds the drafts of a shared transaction together, each token once', async () => {
  const sender = await createSender(box.db)
  const bodies = ['Hi', 'half a pair \ud83d', 'long '.repeat(20_000), 'Hi']
  const mailOf = (bodyText: string, i: number) => ({
    ...sender,
    origin: 'workflow' as const,
    to: ['b@example.com', '"quoted, {x}" <c@example.com>'],
    cc: i === 0 ? [] : ['d@example.com'],
    subject: `Draft ${i}`,
    bodyText,
    step: step(),
    clientToken: `token ${sender.memberId} ${i % 3}`,
  })
  const hold = (tx: Db) =>
    Promise.all(bodies.map((bodyText, i) => holdDraft(tx, box.deps, mailOf(bodyText, i), null)))
  const held = await box.db.transaction((tx) => {
    markShared(tx)
    return hold(tx)
  })
  expect(held.map(({ duplicate }) => duplicate)).toEqual([false, false, false, true])
  expect(held[3]?.opId).toBe(held[0]?.opId)
  const stored = await box.db.rows(sql`
    select "to", cc, body_text as body from outgoing_messages where member_id = ${sender.memberId} order by subject`)
  expect(stored).toEqual(
    ['Hi', 'half a pair \ufffd', 'long '.repeat(20_000)].map((body, i) => ({
      to: mailOf(body, i).to,
      cc: mailOf(body, i).cc,
      body,
    })),
  )
  expect(
    await box.db.rows(sql`
      select (params ->> 'count')::int as count from notifications where member_id = ${sender.memberId}`),
  ).toEqual([{ count: 3 }])
  // As after a crash.
  expect((await box.db.transaction(hold)).map(({ opId }) => opId)).toEqual(held.map(({ opId }) => opId))
})
