import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createSender,
  jobsOf,
  makeDue,
  notificationsOf,
  setDotMark,
  stealClaim,
} from './fixtures/outbox.store.ts'
import { busy, refused, type ScriptedPorts } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { testReasons } from './fixtures/test-reasons.ts'
import { listJournal } from './list-journal.ts'
import { type Mail, putDraft } from './queue-mail.ts'
import { setSwitch } from './switches.store.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
let originalPutInDrafts: ScriptedPorts['putInDrafts']
beforeAll(async () => {
  box = await testOutbox()
  originalPutInDrafts = box.ports.putInDrafts
})
afterAll(() => box.close())
beforeEach(() => {
  box.ports.putInDrafts = originalPutInDrafts
  box.ports.drafts.length = 0
})

async function put(more: Partial<Mail> = {}, deps = box.deps) {
  const sender = await createSender(box.db)
  const mail = { to: ['bob@example.com'], subject: 'Draft', bodyText: 'Hi', origin: 'workflow' as const }
  const made = { ...mail, automatic: true, ...sender, ...more }
  const { opId: id } = await box.db.transaction((tx) => putDraft(tx, deps, made))
  return { id, ...sender }
}

it('appends a draft once, with its Bcc recipients, and sends nothing', async () => {
  const { id, memberId } = await put({ bcc: ['eve@example.com'] })
  await box.deliver(id)
  await box.deliver(id)
  expect(box.ports.drafts.map(({ source }) => String(source))).toEqual([
    expect.stringMatching(/^Bcc: eve@example.com\r\n(?:.+\r\n)*From: /),
  ])
  // A person will send it, so it is not marked as automatic.
  expect(String(box.ports.drafts[0]?.source)).not.toMatch(/auto-submitted|x-mailwright/i)
  expect(await box.state(id)).toMatchObject({ sendStatus: 'done', source: null, sentCopy: null })
  expect(box.ports.dialogues).toEqual([])
  expect((await jobsOf(box.db, id)).map(({ task }) => task)).toEqual(['sending.deliver'])
  const { items } = await listJournal(box.db, testReasons, { memberId, locale: 'en' }, { limit: 10 })
  expect(items).toMatchObject([{ mode: 'draft', reviewStatus: 'none', sendStatus: 'done' }])
})

it('appends a draft while sending is switched off', async () => {
  const off = { ...box.deps, enabled: false }
  const { id, mailboxId, memberId } = await put({}, off)
  await setSwitch(box.db, mailboxId, false, memberId)
  await box.deliver(id)
  expect([(await box.state(id)).sendStatus, box.ports.drafts.length]).toEqual(['done', 1])
})

it('retries with the same bytes, and says that an earlier attempt may have appended the draft', async () => {
  const { id } = await put()
  box.ports.putInDrafts = async (db, draft) => {
    await originalPutInDrafts(db, draft)
    return busy
  }
  await box.deliver(id)
  expect(await box.state(id)).toMatchObject({ sendStatus: 'pending', attempts: 1 })
  await makeDue(box.db, id)
  const seen: boolean[] = []
  box.ports.putInDrafts = async (db, draft) => {
    seen.push(draft.mayBeThere, draft.source.equals(box.ports.drafts[0]?.source ?? Buffer.alloc(0)))
    return originalPutInDrafts(db, draft)
  }
  await box.deliver(id)
  expect([box.ports.drafts[0]?.mayBeThere, seen]).toEqual([false, [true, true]])
  expect([(await box.state(id)).sendStatus, box.ports.drafts.length]).toEqual(['done', 1])
})

it('gives up after a permanent rejection and notifies the member', async () => {
  const { id, memberId } = await put()
  box.ports.putInDrafts = async () => refused
  await box.deliver(id)
  expect(await box.state(id)).toMatchObject({ sendStatus: 'failed', sendErrorKind: 'refused' })
  expect(await notificationsOf(box.db, memberId)).toMatchObject([{ kind: 'sending.failed' }])
})

it('appends nothing after it lost ownership', async () => {
  const { id } = await put()
  box.ports.putInDrafts = async (db, draft) => {
    await stealClaim(db, id)
    return originalPutInDrafts(db, draft)
  }
  await box.deliver(id)
  expect([(await box.state(id)).sendStatus, box.ports.drafts]).toEqual(['running', []])
})

it('never gets a dot mark', async () => {
  const { id } = await put()
  await expect(setDotMark(box.db, id)).rejects.toThrow('outgoing_messages_drafts_stay')
})
