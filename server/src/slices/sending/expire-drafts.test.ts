import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { expireDrafts } from './expire-drafts.ts'
import { type WaitingDrafts, waitingDrafts } from './fixtures/waiting-drafts.store.ts'

let box: WaitingDrafts
beforeAll(async () => {
  box = await waitingDrafts()
})
afterAll(() => box.close())

const waits = 'pending held review'
const age = (id: string, column: 'created_at' | 'edited_at', days: number) => {
  const at = new Date(Date.now() - days * 86_400_000).toISOString()
  return column === 'created_at'
    ? box.db.run(sql`update outgoing_messages set created_at = ${at} where id = ${id}`)
    : box.db.run(sql`update outgoing_messages set edited_at = ${at} where id = ${id}`)
}
const snooze = (id: string, days: number) => {
  const until = new Date(Date.now() + days * 86_400_000).toISOString()
  return box.db.run(sql`
    update outgoing_messages set review_status = 'snoozed', snooze_until = ${until} where id = ${id}`)
}
const notificationsOf = (memberId: string) =>
  box.db.rows<Record<string, unknown>>(sql`
    select kind, params, link from notifications
    where member_id = ${memberId} and kind like 'review.expir%' order by created_at, kind`)
const sweep = () => expireDrafts(box.db, box.live, 14)

it('ends drafts that nobody has touched, with one notification for all of them', async () => {
  const { id, person, original } = await box.waiting({ subject: 'First' })
  const { opId: second } = await box.hold(person, { replyToMessageId: original.id })
  for (const one of [id, second]) await age(one, 'created_at', 15)
  await Promise.all([sweep(), sweep()])
  await sweep()
  expect(await box.stateOfDraft(id)).toBe('gone cancelled expired')
  expect(await box.stateOfDraft(second)).toBe('gone cancelled expired')
  const told = await notificationsOf(person.memberId)
  expect(told.reduce((sum, { params }) => sum + (params as { drafts: number }).drafts, 0)).toBe(2)
  expect(told[0]).toMatchObject({ kind: 'review.expired', link: '/review' })
})

it('counts from when a draft was edited or returns from a snooze', async () => {
  const edited = await box.waiting()
  await age(edited.id, 'created_at', 60)
  await age(edited.id, 'edited_at', 3)
  const snoozed = await box.waiting()
  await age(snoozed.id, 'created_at', 60)
  await snooze(snoozed.id, 5)
  const returned = await box.waiting()
  await age(returned.id, 'created_at', 60)
  await snooze(returned.id, -3)
  await sweep()
  expect(await box.stateOfDraft(edited.id)).toBe(waits)
  expect(await box.stateOfDraft(snoozed.id)).toBe('snoozed held review')
  expect(await box.stateOfDraft(returned.id)).toBe('snoozed held review')
  await snooze(returned.id, -15)
  await sweep()
  expect(await box.stateOfDraft(returned.id)).toBe('gone cancelled expired')
})

it('warns two days before, once a day', async () => {
  const { id, person } = await box.waiting()
  await age(id, 'created_at', 11.5)
  await sweep()
  expect(await notificationsOf(person.memberId)).toEqual([])
  await age(id, 'created_at', 12.5)
  await sweep()
  await sweep()
  expect(await notificationsOf(person.memberId)).toEqual([
    { kind: 'review.expiring', link: '/review', params: { drafts: 1, expiresAt: expect.any(String) } },
  ])
  expect(await box.stateOfDraft(id)).toBe(waits)
})

it('skips a draft that somebody is working on', async () => {
  const { id } = await box.waiting()
  await age(id, 'created_at', 15)
  const tx = await box.db.begin()
  await tx.run(sql`update outgoing_messages set edited_at = now() where id = ${id}`)
  await sweep()
  await tx.commit()
  await sweep()
  expect(await box.stateOfDraft(id)).toBe(waits)
})

it('ends drafts whose message went with its mailbox', async () => {
  const { id, person, original } = await box.waiting()
  const other = await box.secondMailbox(person)
  const { opId } = await box.hold(other, { replyToMessageId: original.id })
  await box.db.run(sql`delete from messages where mailbox_id = ${person.mailbox.id}`)
  await sweep()
  expect(await box.stateOfDraft(opId)).toBe('gone cancelled message_deleted')
  expect(await box.stateOfDraft(id)).toBe('gone cancelled message_deleted')
})
