import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { newId } from '../../platform/ids/ids.ts'
import { asSession, connect } from '../../platform/live/fixtures/live-client.ts'
import { hasAutomaticReply } from '../sending/automatic.store.ts'
import { createMessage } from '../sending/fixtures/messages.store.ts'
import { jobsOf, makeDue, stateOf } from '../sending/fixtures/outbox.store.ts'
import { makeGone, setMailboxStatus, storedDraft } from './fixtures/drafts.store.ts'
import { openReview, type Person, type TestReview, token } from './fixtures/open-review.ts'

let t: TestReview
let ada: Person
beforeAll(async () => {
  t = await openReview()
  ada = await t.person()
})
afterAll(() => t.close())

const send = (id: string, more: object = {}, { member } = ada) =>
  member.session('POST', `/api/v1/review/${id}/send`, { body: { clientToken: token(), ...more } })
const edit = (id: string, body: object, { member } = ada) =>
  member.session('PATCH', `/api/v1/review/${id}`, { body })

describe('POST /review/{id}/send', () => {
  it('queues the draft; opId leads to the sending journal', async () => {
    const id = await t.draft(ada)
    const { status, body } = await send(id)
    expect([status, body.opId]).toEqual([202, id])
    expect(body.message).toMatchObject({ id, reviewStatus: 'sent', sendStatus: 'pending' })
    expect(body.message.reviewAt).toEqual(expect.any(String))
    expect(await jobsOf(t.db, id)).toMatchObject([{ task: 'sending.deliver' }])
    const journal = await ada.member.session('GET', '/api/v1/sending/journal?sendStatus=pending')
    expect(journal.body.items.map((item: { id: string }) => item.id)).toContain(id)
  })

  it('delivers it as the mail of a person that says where it comes from', async () => {
    const id = await t.draft(ada)
    await send(id)
    const [mail, ...more] = await t.deliver(id)
    expect(more).toEqual([])
    expect(mail?.source).toContain('X-Mailwright-Origin: workflow; reviewed\n')
    expect(mail?.source).not.toMatch(/Auto-Submitted|X-Mailwright-Loop|X-Auto-Response-Suppress/i)
    expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'sent', sendStatus: 'done' })
  })

  it('replaces the given fields and keeps the others', async () => {
    const id = await t.draft(ada, { cc: ['eve@example.com'], bodyHtml: '<p>Dear Bob</p>' })
    const edits = { subject: 'New\r\nBcc: x@example.com', to: ['carol@example.com', 'EVE@example.com'] }
    const { body } = await send(id, edits)
    expect(body.message).toMatchObject({ subject: 'New Bcc: x@example.com' })
    const [mail] = await t.deliver(id)
    expect(mail?.envelope.to).toEqual(['carol@example.com', 'EVE@example.com'])
    expect(mail?.source).toContain('Dear Bob')
  })

  it('drops the HTML when only the text is edited, and derives the text when only the HTML is', async () => {
    const draft = () => t.draft(ada, { bodyHtml: '<p>Old words</p>', bodyText: 'Old words' })
    const [byText, byHtml, both] = [await draft(), await draft(), await draft()]
    await send(byText, { bodyText: 'New words' })
    await send(byHtml, { bodyHtml: '<p>Fresh <b>words</b></p>' })
    await send(both, { bodyText: 'One', bodyHtml: '<p>Two</p>' })
    expect(await storedDraft(t.db, byText)).toMatchObject({ bodyText: 'New words', bodyHtml: null })
    expect(await storedDraft(t.db, byHtml)).toMatchObject({
      bodyText: 'Fresh words',
      bodyHtml: '<p>Fresh <b>words</b></p>',
    })
    expect(await storedDraft(t.db, both)).toMatchObject({ bodyText: 'One', bodyHtml: '<p>Two</p>' })
    for (const id of [byText, byHtml]) expect(JSON.stringify(await t.deliver(id))).not.toContain('Old words')
  })

  it('removes the HTML and keeps the text when the HTML is emptied', async () => {
    const id = await t.draft(ada, { bodyHtml: '<p>Old</p>' })
    await send(id, { bodyHtml: '' })
    expect(await storedDraft(t.db, id)).toMatchObject({ bodyText: 'Dear Bob', bodyHtml: null })
  })

  it.each([
    ['an address that is none', { cc: ['eve@example.com', 'eve'] }, '/cc/1'],
    ['an address with a line break', { to: ['eve@example.com\nBcc: x@example.com'] }, '/to/0'],
    ['no recipient at all', { to: [] }, '/to'],
    ['a token that is too short', { clientToken: 'short' }, '/clientToken'],
    ['a subject that is too long', { subject: 'x'.repeat(501) }, '/subject'],
    ['an unknown field', { attachments: [] }, '/attachments'],
  ])('rejects %s and changes nothing', async (_name, more, path) => {
    const id = await t.draft(ada)
    const { status, body } = await send(id, more)
    expect([status, body.code, body.details.issues[0].path]).toEqual([400, 'review.bad_request', path])
    expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'pending', isEdited: false })
  })

  it('is 409 for a draft that was sent or rejected, 410 for one that is gone, 404 for another member', async () => {
    const [sent, rejected, gone, foreign] = await Promise.all([1, 2, 3, 4].map(() => t.draft(ada)))
    await send(sent ?? '')
    await ada.member.session('POST', `/api/v1/review/${rejected}/reject`, { body: {} })
    await makeGone(t.db, gone ?? '', 'expired')
    const bob = await t.person()
    const codes = [
      await send(sent ?? ''),
      await send(rejected ?? ''),
      await send(gone ?? ''),
      await send(foreign ?? '', {}, bob),
      await send(newId()),
    ].map(({ status, body }) => [status, body.code])
    expect(codes).toEqual([
      [409, 'review.already_resolved'],
      [409, 'review.already_resolved'],
      [410, 'review.content_gone'],
      [404, 'review.not_found'],
      [404, 'review.not_found'],
    ])
  })

  it.each(['disconnected', 'error'] as const)('keeps the draft while the mailbox is %s', async (state) => {
    const cleo = await t.person()
    const id = await t.draft(cleo)
    await setMailboxStatus(t.db, cleo.mailboxId, state)
    const refused = await send(id, { subject: 'Edited' }, cleo)
    expect([refused.status, refused.body.code]).toEqual([400, 'review.bad_request'])
    expect(refused.body.message).toContain('is not connected')
    expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'pending', subject: 'Offer' })
    await setMailboxStatus(t.db, cleo.mailboxId, 'active')
    expect((await send(id, {}, cleo)).status).toBe(202)
  })

  it('queues the draft while sending is off; it leaves when sending is on again', async () => {
    const cleo = await t.person()
    const id = await t.draft(cleo)
    const set = (enabled: boolean) =>
      cleo.member.session('PUT', `/api/v1/mailboxes/${cleo.mailboxId}/sending`, { body: { enabled } })
    await set(false)
    expect((await send(id, {}, cleo)).status).toBe(202)
    expect(await t.deliver(id)).toEqual([])
    expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'sent', heldBy: 'switch' })
    await set(true)
    expect(await t.deliver(id)).toHaveLength(1)
  })

  it('puts a draft that the mail server refused back into the queue with the reason, as often as it fails', async () => {
    const cleo = await t.person()
    const id = await t.draft(cleo, { to: ['nobody@example.com'] })
    const channel = await connect(t.server.url, asSession(cleo.member.sessionToken))
    const fail = async () => {
      expect((await send(id, {}, cleo)).status).toBe(202)
      await t.deliver(id, { ports: t.refusingPorts() })
    }
    await fail()
    const { body } = await cleo.member.session('GET', '/api/v1/review')
    expect(body).toMatchObject({
      pendingCount: 1,
      items: [{ id, reviewStatus: 'pending', sendStatus: 'held', sendErrorKind: 'refused' }],
    })
    expect(body.items[0].reviewReason).toContain('could not be sent')
    await channel.next('review.updated', { id, reviewStatus: 'pending' })
    await channel.close()
    await fail()
    const told = (await cleo.member.session('GET', '/api/v1/notifications')).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'sending.failed',
    )
    expect(told.map(({ link }: { link: string }) => link)).toEqual([`/review/${id}`, `/review/${id}`])
    const { messageIdHeader } = (await stateOf(t.db, id)) ?? {}
    await send(id, { to: ['bob@example.com'] }, cleo)
    const [mail] = await t.deliver(id)
    expect(mail?.envelope.to).toEqual(['bob@example.com'])
    expect(mail?.source).toContain(messageIdHeader)
    expect(await storedDraft(t.db, id)).toMatchObject({ reviewStatus: 'sent', sendStatus: 'done' })
  })

  it('needs a member who is active, and a key with the scope', async () => {
    const id = await t.draft(ada)
    const reader = await ada.member.key('review:read', 'messages:*')
    const body = { clientToken: token() }
    const refused = await reader('POST', `/api/v1/review/${id}/send`, { body })
    expect([refused.status, refused.body.code]).toEqual([403, 'api_key.scope_missing'])
    const suspended = await createMember(t.server, { status: 'suspended' })
    const unknown = await suspended.session('POST', `/api/v1/review/${id}/send`, { body })
    expect(unknown.status).toBe(401)
    const writer = await ada.member.key('review:write')
    expect((await writer('POST', `/api/v1/review/${id}/send`, { body })).status).toBe(202)
  })

  it('counts as the answer to the message, unlike a draft that still waits', async () => {
    const message = await createMessage(t.db, ada.mailboxId, `${newId()}@example.com`)
    const id = await t.draft(ada, { replyToMessageId: message.id })
    expect(await hasAutomaticReply(t.db, ada.member.id, message.id)).toBe(false)
    await send(id)
    expect(await hasAutomaticReply(t.db, ada.member.id, message.id)).toBe(true)
  })
})

describe('a mailbox at its rate limit', () => {
  it('sends the drafts one after the other, as soon as the limit allows', async () => {
    const cleo = await t.person()
    const ids = [await t.draft(cleo), await t.draft(cleo)]
    for (const id of ids) expect((await send(id, {}, cleo)).status).toBe(202)
    const [first, second] = ids as [string, string]
    expect(await t.deliver(first, { maxPerMinute: 1 })).toHaveLength(1)
    expect(await t.deliver(second, { maxPerMinute: 1 })).toEqual([])
    const state = await stateOf(t.db, second)
    expect(state).toMatchObject({ sendStatus: 'pending', attempts: 0 })
    expect(state?.waitsSeconds).toBeGreaterThan(10)
    expect(await jobsOf(t.db, second)).toHaveLength(1)
    await makeDue(t.db, second)
    expect(await t.deliver(second, { maxPerMinute: 2 })).toHaveLength(1)
  })

  it('counts a mail once, however often it is tried', async () => {
    const cleo = await t.person()
    const id = await t.draft(cleo)
    await send(id, {}, cleo)
    await t.deliver(id, { maxPerMinute: 1, ports: t.busyPorts() })
    expect(await stateOf(t.db, id)).toMatchObject({ sendStatus: 'pending', attempts: 1 })
    await makeDue(t.db, id)
    await t.deliver(id, { maxPerMinute: 1 })
    expect(await stateOf(t.db, id)).toMatchObject({ sendStatus: 'done' })
  })
})

describe('PATCH /review/{id}', () => {
  it('saves the edits, which a later send uses', async () => {
    const id = await t.draft(ada)
    const { status, body } = await edit(id, { subject: 'Saved', bodyText: 'Saved words' })
    expect([status, body.message.subject, body.message.reviewStatus]).toEqual([200, 'Saved', 'pending'])
    expect(await storedDraft(t.db, id)).toMatchObject({ isEdited: true, heldBy: 'review' })
    await send(id, { cc: ['eve@example.com'] })
    const [mail] = await t.deliver(id)
    expect(mail?.source).toMatch(/Subject: Saved[\s\S]*Saved words/)
    expect(mail?.envelope.to).toEqual(['bob@example.com', 'eve@example.com'])
  })

  it('does not count a request without fields as an edit', async () => {
    const id = await t.draft(ada)
    expect((await edit(id, {})).status).toBe(200)
    expect(await storedDraft(t.db, id)).toMatchObject({ isEdited: false })
  })

  it('keeps a snooze', async () => {
    const id = await t.draft(ada)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await ada.member.session('POST', `/api/v1/review/${id}/snooze`, { body: { until } })
    const { body } = await edit(id, { subject: 'Later' })
    expect(body.message).toMatchObject({ reviewStatus: 'snoozed', snoozeUntil: until })
  })

  it('rejects bad input and drafts that are no longer open', async () => {
    const [open, sent, gone] = [await t.draft(ada), await t.draft(ada), await t.draft(ada)]
    await send(sent)
    await makeGone(t.db, gone, 'replaced')
    const bob = await t.person()
    const codes = [
      await edit(open, { bcc: ['nobody'] }),
      await edit(sent, { subject: 'x' }),
      await edit(gone, { subject: 'x' }),
      await edit(open, { subject: 'x' }, bob),
    ].map(({ status, body }) => [status, body.code])
    expect(codes).toEqual([
      [400, 'review.bad_request'],
      [409, 'review.already_resolved'],
      [410, 'review.content_gone'],
      [404, 'review.not_found'],
    ])
  })
})
