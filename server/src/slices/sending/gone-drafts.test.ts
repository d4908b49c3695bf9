import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids/ids.ts'
import { moveMessages, removeMessages } from '../messages/index.ts'
import { type WaitingDrafts, waitingDrafts } from './fixtures/waiting-drafts.store.ts'
import { endDraftsAbout, withdrawDrafts } from './gone-drafts.ts'

let box: WaitingDrafts
beforeAll(async () => {
  box = await waitingDrafts()
})
afterAll(() => box.close())

const waits = 'pending held review'
type Message = Awaited<ReturnType<WaitingDrafts['receive']>>

const remove = ({ folderId, uid }: Message) =>
  box.db.transaction(async (tx) => {
    const removed = await removeMessages(tx, folderId, [uid])
    await endDraftsAbout(
      tx,
      box.live,
      removed.map(({ id }) => id),
    )
  })

describe('a message that is deleted for good', () => {
  it('takes the drafts that answer or forward it with it', async () => {
    const { id, person, original } = await box.waiting()
    const forward = await box.hold(person, { forwardOfMessageId: original.id })
    const other = await box.hold(person, { replyToMessageId: (await box.receive(person)).id })
    await remove(original)
    expect(await box.stateOfDraft(id)).toBe('gone cancelled message_deleted')
    expect(await box.stateOfDraft(forward.opId)).toBe('gone cancelled message_deleted')
    expect(await box.stateOfDraft(other.opId)).toBe(waits)
  })

  it('leaves them with another copy of the message, which the mail can then quote', async () => {
    const { id, person, original } = await box.waiting({ quoteOriginal: true })
    const { messageIdHeader } = original
    const copy = await box.receive(person, { messageIdHeader, folder: 'archive' })
    await remove(original)
    expect(await box.stateOfDraft(id)).toBe(waits)
    await remove(copy)
    expect(await box.stateOfDraft(id)).toBe('gone cancelled message_deleted')
  })

  it('is not one that was moved to the trash', async () => {
    const { id, person, original } = await box.waiting()
    const folderId = person.mailbox.folders.trash ?? ''
    await box.db.transaction((tx) =>
      moveMessages(tx, [{ id: original.id, folderId, uid: 1_000_000, modseq: null }]),
    )
    expect(await box.stateOfDraft(id)).toBe(waits)
  })
})

describe('withdrawing the drafts of a workflow', () => {
  it('ends those that wait and leaves edited ones and those of others', async () => {
    const step = box.run()
    const { id, person, original } = await box.waiting({ step })
    const edited = await box.hold(person, { step: { ...step, nodeId: 'second' } })
    await box.edit(edited.opId)
    const other = await box.hold(person, { replyToMessageId: original.id })
    expect(await withdrawDrafts(box.db, box.live, newId(), step.workflowId)).toBe(0)
    expect(await withdrawDrafts(box.db, box.live, person.memberId, step.workflowId)).toBe(1)
    expect(await withdrawDrafts(box.db, box.live, person.memberId, step.workflowId)).toBe(0)
    expect(await box.stateOfDraft(id)).toBe('gone cancelled withdrawn')
    expect(await box.stateOfDraft(edited.opId)).toBe(waits)
    expect(await box.stateOfDraft(other.opId)).toBe(waits)
  })
})

describe('a second run of a workflow on a message', () => {
  const again = ({ workflowId }: { workflowId: string }) => box.run(workflowId)

  it('replaces the draft that waits, and says which', async () => {
    const step = box.run()
    const { id, person, original } = await box.waiting({ step })
    const second = await box.hold(person, { replyToMessageId: original.id, step: again(step) })
    expect(second).toMatchObject({ replaced: id })
    expect(await box.stateOfDraft(id)).toBe('gone cancelled replaced')
    expect(await box.stateOfDraft(second.opId)).toBe(waits)
  })

  it('leaves a draft that a person has edited and puts its own beside it', async () => {
    const step = box.run()
    const { id, person, original } = await box.waiting({ step })
    await box.edit(id)
    const second = await box.hold(person, { replyToMessageId: original.id, step: again(step) })
    expect(second).not.toHaveProperty('replaced')
    expect([await box.stateOfDraft(id), await box.stateOfDraft(second.opId)]).toEqual([waits, waits])
  })

  it('does not replace the draft of the same step, of another message, node or iteration', async () => {
    const step = box.run()
    const clientToken = newId()
    const { id, person, original } = await box.waiting({ step, clientToken })
    const replyToMessageId = original.id
    const repeated = await box.hold(person, { replyToMessageId, step, clientToken })
    expect(repeated).toEqual({ opId: id, duplicate: true })
    const message = await box.receive(person)
    for (const more of [
      { replyToMessageId: message.id, step: again(step) },
      { replyToMessageId, step: { ...again(step), nodeId: 'other' } },
      { replyToMessageId, step: { ...again(step), path: 'loop.1/draft' } },
      { replyToMessageId, step: box.run() },
    ])
      expect(await box.hold(person, more)).not.toHaveProperty('replaced')
    expect(await box.stateOfDraft(id)).toBe(waits)
  })

  it('leaves exactly one draft when several run at once', async () => {
    const person = await box.createPerson()
    const { id: replyToMessageId } = await box.receive(person)
    const step = box.run()
    const made = await Promise.all(
      Array.from({ length: 8 }, () => box.hold(person, { replyToMessageId, step: again(step) })),
    )
    const states = await Promise.all(made.map(({ opId }) => box.stateOfDraft(opId)))
    expect(states.filter((state) => state === waits)).toHaveLength(1)
    expect(states.filter((state) => state === 'gone cancelled replaced')).toHaveLength(7)
  })
})
