import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createSender,
  jobsOf,
  makeDue,
  setDotMark,
  notificationsOf,
  stealClaim,
} from './fixtures/outbox.store.ts'
import { busy, refused, type ScriptedPorts } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { listJournal } from './list-journal.ts'
import { type Mail, putDraft } from './queue-mail.ts'
import { setSwitch } from './switches.store.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
let usual: ScriptedPorts['putInDrafts']
beforeAll(async () => {
  box = await testOutbox()
  usual = box.ports.putInDrafts
})
afterAll(() => box.close())
beforeEach(() => {
  box.ports.putInDrafts = usual
  box.ports.drafts.length = 0
})

async function put(more: Partial<Mail> = {}, deps = box.deps) {
  const sender = await createSender(box.db)
  const mail = { to: ['bob@example.com'], subject: 'Draft', bodyText: 'Hi', origin: 'workflow' as const }
  const made = { ...mail, automatic: true, ...sender, ...more }
  const { opId: id } = await box.db.transaction((tx) => putDraft(tx, deps, made))
  return { id, ...sender }
}

it('is put into Drafts once, with those who would get it blind, and nothing leaves', async () => {
  const { id, memberId } = await put({ bcc: ['eve@example.com'] })
  await box.deliver(id)
  await box.deliver(id)
  expect(box.ports.drafts.map(({ source }) => String(source))).toEqual([
    expect.stringMatching(/^Bcc: eve@example.com\r\n(?:.+\r\n)*From: /),
  ])
  // A person will send it, so it does not say that a program wrote it.
  expect(String(box.ports.drafts[0]?.source)).not.toMatch(/auto-submitted|x-mailwright/i)
  expect(await box.state(id)).toMatchObject({ sendStatus: 'done', source: null, sentCopy: null })
  expect(box.ports.dialogues).toEqual([])
  expect((await jobsOf(box.db, id)).map(({ task }) => task)).toEqual(['sending.deliver'])
  const { items } = await listJournal(box.db, memberId, { limit: 10 })
  expect(items).toMatchObject([{ mode: 'draft', reviewStatus: 'none', sendStatus: 'done' }])
})

it('is put there while sending is switched off too', async () => {
  const off = { ...box.deps, enabled: false }
  const { id, mailboxId, memberId } = await put({}, off)
  await setSwitch(box.db, mailboxId, false, memberId)
  await box.deliver(id)
  expect([(await box.state(id)).sendStatus, box.ports.drafts.length]).toEqual(['done', 1])
})

it('is tried again with the same bytes, and told to look where an earlier try may have put it', async () => {
  const { id } = await put()
  box.ports.putInDrafts = async (db, draft) => {
    await usual(db, draft)
    return busy
  }
  await box.deliver(id)
  expect(await box.state(id)).toMatchObject({ sendStatus: 'pending', attempts: 1 })
  await makeDue(box.db, id)
  const asked: boolean[] = []
  box.ports.putInDrafts = async (db, draft) => {
    asked.push(draft.mayBeThere, draft.source.equals(box.ports.drafts[0]?.source ?? Buffer.alloc(0)))
    return usual(db, draft)
  }
  await box.deliver(id)
  expect([box.ports.drafts[0]?.mayBeThere, asked]).toEqual([false, [true, true]])
  expect([(await box.state(id)).sendStatus, box.ports.drafts.length]).toEqual(['done', 1])
})

it('is given up after a plain no, and the member is told', async () => {
  const { id, memberId } = await put()
  box.ports.putInDrafts = async () => refused
  await box.deliver(id)
  expect(await box.state(id)).toMatchObject({ sendStatus: 'failed', sendErrorKind: 'refused' })
  expect(await notificationsOf(box.db, memberId)).toMatchObject([{ kind: 'sending.failed' }])
})

it('is not put there by one that was overtaken', async () => {
  const { id } = await put()
  box.ports.putInDrafts = async (db, draft) => {
    await stealClaim(db, id)
    return usual(db, draft)
  }
  await box.deliver(id)
  expect([(await box.state(id)).sendStatus, box.ports.drafts]).toEqual(['running', []])
})

it('can never be marked as leaving', async () => {
  const { id } = await put()
  await expect(setDotMark(box.db, id)).rejects.toThrow('outgoing_messages_drafts_stay')
})
