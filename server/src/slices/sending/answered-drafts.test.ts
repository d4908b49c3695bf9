import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mail as MirroredMail, newMail } from '#test/mirror'
import { newId } from '../../platform/ids/ids.ts'
import { storeMessages } from '../messages/index.ts'
import { cancelMessage } from './cancel-message.ts'
import { refused } from './fixtures/scripted-ports.ts'
import { type WaitingDrafts, waitingDrafts } from './fixtures/waiting-drafts.store.ts'
import { endDraftsAnswered } from './gone-drafts.ts'

let box: WaitingDrafts
beforeAll(async () => {
  box = await waitingDrafts()
})
afterAll(() => box.close())

const waits = 'pending held review'
const answered = 'gone cancelled answered'

type Draft = Awaited<ReturnType<WaitingDrafts['waiting']>>

/** The member's answer in Sent, as another mail program saves it; each mail is a minute newer than the one before. */
const answerTo = ({ person, original }: Draft, more: MirroredMail = {}): MirroredMail => ({
  folder: 'sent',
  from: { email: person.address },
  to: [{ email: 'bob@example.net' }],
  inReplyTo: original.messageIdHeader,
  references: [original.messageIdHeader],
  flags: { sent: true },
  ...more,
})

/** Stores mail as the mirror does: with the hook in the same transaction. */
const store = ({ person }: Draft, mail: MirroredMail, { isNew = true, mailbox = person.mailbox } = {}) =>
  box.db.transaction(async (tx) => {
    const [stored] = await storeMessages(tx, [newMail(mailbox, mail)])
    await endDraftsAnswered(tx, box.live, person.memberId, [{ id: stored?.id ?? '', isNew }])
  })

describe('a draft is gone when the member answers with another mail program', () => {
  it('from Sent', async () => {
    const draft = await box.waiting()
    await store(draft, answerTo(draft))
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('to a later message of the thread', async () => {
    const draft = await box.waiting()
    const { messageIdHeader } = await box.receive(draft.person, {
      references: [draft.original.messageIdHeader],
    })
    await store(draft, answerTo(draft, { inReplyTo: messageIdHeader, references: [messageIdHeader] }))
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('although the clock of that program is wrong', async () => {
    const draft = await box.waiting()
    await store(draft, answerTo(draft, { date: '2019-05-01T10:00:00Z' }))
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('from another mailbox of theirs', async () => {
    const draft = await box.waiting()
    const { mailbox } = await box.secondMailbox(draft.person)
    await store(draft, answerTo(draft, { from: { email: `${mailbox.id}@example.com` } }), { mailbox })
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('with a mail that was saved in Drafts under the same Message-ID', async () => {
    const draft = await box.waiting()
    const messageIdHeader = `${newId()}@example.com`
    await store(draft, answerTo(draft, { messageIdHeader, folder: 'drafts', flags: { draft: true } }))
    expect(await box.stateOfDraft(draft.id)).toBe(waits)
    await store(draft, answerTo(draft, { messageIdHeader }))
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('with a copy to themselves, which is stored first', async () => {
    const draft = await box.waiting()
    const answer = answerTo(draft, { messageIdHeader: `${newId()}@example.com` })
    await store(draft, { ...answer, folder: 'inbox' })
    expect(await box.stateOfDraft(draft.id)).toBe(waits)
    await store(draft, answer)
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('after its thread was joined to another one', async () => {
    const draft = await box.waiting()
    const root = `${newId()}@example.net`
    for (let i = 0; i < 3; i++) await box.receive(draft.person, { references: [root] })
    await box.receive(draft.person, { references: [root, draft.original.messageIdHeader] })
    await store(draft, answerTo(draft, { inReplyTo: root, references: [root] }))
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('with a mail found in a folder that is new to us, if it was written after the draft', async () => {
    const draft = await box.waiting()
    const receivedAt = new Date(Date.now() + 60_000).toISOString()
    await store(draft, answerTo(draft, { receivedAt }), { isNew: false })
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('also when somebody has edited it', async () => {
    const draft = await box.waiting()
    await box.edit(draft.id)
    await store(draft, answerTo(draft))
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })
})

describe('a draft stays', () => {
  const mails: Record<string, (draft: Draft) => MirroredMail> = {
    'when the mail is older than the message': (draft) =>
      answerTo(draft, { inReplyTo: null, receivedAt: '2020-01-01T00:00:00Z' }),
    'when an old mail was stored again today': (draft) =>
      answerTo(draft, { inReplyTo: null, date: '2020-01-01T00:00:00Z' }),
    'when the answer is automatic': (draft) => answerTo(draft, { signals: { isAutoReply: true } }),
    'when we sent the answer automatically': (draft) =>
      answerTo(draft, { signalReasons: { isOwnLoop: 'X-Mailwright-Loop' } }),
    'while the answer is being written': (draft) => answerTo(draft, { flags: { draft: true } }),
    'when an unsent answer is thrown away': (draft) => answerTo(draft, { folder: 'trash' }),
    'when the message is forwarded to somebody else': (draft) =>
      answerTo(draft, { to: [{ email: 'carol@example.net' }] }),
    'when somebody else answers': (draft) =>
      answerTo(draft, { folder: 'inbox', from: { email: 'carol@example.net' }, flags: {} }),
    "when a stranger writes under the member's address": (draft) => answerTo(draft, { folder: 'inbox' }),
    'when the mail is in another thread': (draft) => answerTo(draft, { inReplyTo: null, references: [] }),
  }
  it.each(Object.entries(mails))('%s', async (_when, mail) => {
    const draft = await box.waiting()
    await store(draft, mail(draft))
    expect(await box.stateOfDraft(draft.id)).toBe(waits)
  })

  it('when the history of the mailbox has an answer from before the draft', async () => {
    const draft = await box.waiting()
    await store(draft, answerTo(draft), { isNew: false })
    expect(await box.stateOfDraft(draft.id)).toBe(waits)
  })

  it('when an earlier answer is copied or moved', async () => {
    const draft = await box.waiting()
    const answer = answerTo(draft, { messageIdHeader: `${newId()}@example.com` })
    await store(draft, answer)
    const again = await box.hold(draft.person, { replyToMessageId: draft.original.id })
    for (const folder of ['archive', 'sent']) await store(draft, { ...answer, folder })
    expect(await box.stateOfDraft(again.opId)).toBe(waits)
  })

  it("when another member's answer has the same ids", async () => {
    const draft = await box.waiting()
    const other = { ...draft, person: await box.createPerson() }
    await store(other, answerTo(other))
    expect(await box.stateOfDraft(draft.id)).toBe(waits)
  })
})

describe('a draft is gone when the member answers from here', () => {
  it('once the mail is sent, not while it can still be cancelled', async () => {
    const draft = await box.waiting()
    const replyToMessageId = draft.original.id
    const cancelled = await box.write(draft.person, { replyToMessageId })
    await cancelMessage(box.db, box.live, draft.person.memberId, cancelled)
    const sent = await box.write(draft.person, { replyToMessageId })
    expect(await box.stateOfDraft(draft.id)).toBe(waits)
    await box.deliver(sent)
    expect(await box.stateOfDraft(draft.id)).toBe(answered)
  })

  it('but not when the server refuses the mail, a workflow has sent it, or it goes to somebody else', async () => {
    const draft = await box.waiting()
    const replyToMessageId = draft.original.id
    box.ports.script = async () => refused
    await box.deliver(await box.write(draft.person, { replyToMessageId }))
    box.ports.script = async ({ beforeDot }) => {
      await beforeDot()
      return { state: 'sent', rejected: [] }
    }
    await box.deliver(
      await box.write(draft.person, { replyToMessageId, origin: 'workflow', automatic: true }),
    )
    await box.deliver(await box.write(draft.person, { replyToMessageId, to: ['carol@example.net'] }))
    expect(await box.stateOfDraft(draft.id)).toBe(waits)
  })
})

describe('a draft that is made after the answer', () => {
  it('is gone at once if its run began before', async () => {
    const draft = await box.waiting()
    const step = box.run()
    await store(draft, answerTo(draft))
    const late = await box.hold(draft.person, { replyToMessageId: draft.original.id, step })
    expect(late).toMatchObject({ duplicate: false, answered: true })
    expect(await box.stateOfDraft(late.opId)).toBe(answered)
  })

  it('waits if its run began later: somebody wants to answer again', async () => {
    const draft = await box.waiting()
    await store(draft, answerTo(draft))
    const late = await box.hold(draft.person, { replyToMessageId: draft.original.id, step: box.run() })
    expect(late).not.toHaveProperty('answered')
    expect(await box.stateOfDraft(late.opId)).toBe(waits)
  })

  it('is gone too when both are stored at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const draft = await box.waiting()
      const step = box.run()
      const [late] = await Promise.all([
        box.hold(draft.person, { replyToMessageId: draft.original.id, step }),
        store(draft, answerTo(draft)),
      ])
      expect(await box.stateOfDraft(late.opId)).toBe(answered)
    }
  })
})
