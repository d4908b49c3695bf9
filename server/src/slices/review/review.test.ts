import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestMailbox, deliverOne } from '#test/mirror'
import { newId } from '../../platform/ids/ids.ts'
import { createMailbox } from '../sending/fixtures/outbox.store.ts'
import { makeGone, makeReturn } from './fixtures/drafts.store.ts'
import { openReview, type Person, type TestReview, token } from './fixtures/open-review.ts'

let t: TestReview
beforeAll(async () => {
  t = await openReview()
})
afterAll(() => t.close())

type Item = { id: string }
const list = async ({ member }: Person, query = '') => {
  const { status, body } = await member.session('GET', `/api/v1/review${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, ids: body.items.map(({ id }: Item) => id) }
}
const read = ({ member }: Person, id: string, headers = {}) =>
  member.session('GET', `/api/v1/review/${id}`, { headers })
const post = ({ member }: Person, id: string, what: string, body: object) =>
  member.session('POST', `/api/v1/review/${id}/${what}`, { body })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

describe('GET /review', () => {
  it('lists the drafts of the caller that wait, newest first, in pages', async () => {
    const [ada, bob] = [await t.person(), await t.person()]
    const ids = [await t.draft(ada), await t.draft(ada), await t.draft(ada)].reverse()
    await t.draft(bob)
    const first = await list(ada, '?limit=2')
    expect(first.ids).toEqual(ids.slice(0, 2))
    expect(first.pendingCount).toBe(3)
    const second = await list(ada, `?limit=2&cursor=${first.nextCursor}`)
    expect([second.ids, second.nextCursor, second.pendingCount]).toEqual([ids.slice(2), null, 3])
  })

  it('describes a draft', async () => {
    const ada = await t.person()
    const id = await t.draft(ada, { cc: ['eve@example.com'] }, 'Money is involved.')
    const { items } = await list(ada)
    expect(items).toMatchObject([
      {
        id,
        mailboxId: ada.mailboxId,
        subject: 'Offer',
        mode: 'draft',
        origin: 'workflow',
        recipients: ['bob@example.com', 'eve@example.com'],
        reviewStatus: 'pending',
        sendStatus: 'held',
        reviewReason: 'Money is involved.',
        workflowName: 'Answer',
        nodeType: 'mail.draft',
      },
    ])
  })

  it('leaves out what was decided, is gone or is snoozed, also from the count', async () => {
    const ada = await t.person()
    const [sent, rejected, gone, snoozed, waiting] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => t.draft(ada)),
    )
    await post(ada, sent ?? '', 'send', { clientToken: token() })
    await post(ada, rejected ?? '', 'reject', {})
    await makeGone(t.db, gone ?? '', 'answered')
    await post(ada, snoozed ?? '', 'snooze', { until: tomorrow() })
    expect(await list(ada)).toMatchObject({ ids: [waiting], pendingCount: 1 })
  })

  it('shows a snoozed draft as pending from its time on, before any sweep', async () => {
    const ada = await t.person()
    const id = await t.draft(ada)
    await post(ada, id, 'snooze', { until: tomorrow() })
    await makeReturn(t.db, id)
    const { items, pendingCount } = await list(ada)
    expect([items[0].reviewStatus, items[0].snoozeUntil, pendingCount]).toEqual(['pending', undefined, 1])
    expect((await read(ada, id)).body.message.reviewStatus).toBe('pending')
  })

  it('filters by mailbox and workflow, while the count stays that of all', async () => {
    const ada = await t.person()
    const other = await createMailbox(t.db, ada.member.id)
    const workflowId = newId()
    const step = { executionId: newId(), workflowId, workflowName: 'W', nodeId: 'n', nodeType: 'mail.draft' }
    const inOther = await t.draft({ ...ada, mailboxId: other })
    const ofWorkflow = await t.draft(ada, { step })
    expect(await list(ada, `?mailboxId=${other}`)).toMatchObject({ ids: [inOther], pendingCount: 2 })
    expect(await list(ada, `?workflowId=${workflowId}`)).toMatchObject({ ids: [ofWorkflow], pendingCount: 2 })
    expect(await list(ada, `?mailboxId=${other}&workflowId=${workflowId}`)).toMatchObject({ ids: [] })
    expect(await list(ada, '?mailboxId=none')).toMatchObject({ ids: [], pendingCount: 2 })
  })

  it('rejects a cursor of other filters with the code of the route', async () => {
    const ada = await t.person()
    await t.draft(ada)
    await t.draft(ada)
    const { nextCursor } = await list(ada, '?limit=1')
    const { status, body } = await ada.member.session(
      'GET',
      `/api/v1/review?limit=1&mailboxId=${ada.mailboxId}&cursor=${nextCursor}`,
    )
    expect([status, body.code, body.details.issues[0].path]).toEqual([400, 'review.bad_request', '/cursor'])
  })
})

describe('GET /review/{id}', () => {
  it('returns recipients, both bodies and the files in the order of the mail', async () => {
    const ada = await t.person()
    const form = new FormData()
    form.append('file', new Blob(['a,b'], { type: 'text/csv' }), 'prices.csv')
    const uploaded = await fetch(`${t.server.url}/api/v1/messages/attachments`, {
      method: 'POST',
      body: form,
      headers: { cookie: `mailwright_session=${ada.member.sessionToken}` },
    })
    const { attachment } = (await uploaded.json()) as { attachment: { id: string } }
    const box = await createTestMailbox(t.db, ada.member.id)
    const file = (position: number, filename: string, disposition: 'attachment' | 'inline') => ({
      position,
      filename,
      mime: 'image/png',
      size: 7,
      disposition,
      contentId: null,
    })
    const original = await deliverOne(t.db, box, {
      hasAttachments: true,
      attachments: [file(0, 'plan.png', 'attachment'), file(1, 'logo.png', 'inline')],
    })
    const id = await t.draft(ada, {
      bcc: ['eve@example.com'],
      bodyHtml: '<p>Dear Bob</p>',
      attachmentIds: [attachment.id],
      forwardOfMessageId: original.id,
      includeOriginals: true,
    })
    const { status, body } = await read(ada, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: { id, reviewStatus: 'pending', messageId: original.id },
      cc: [],
      bcc: ['eve@example.com'],
      bodyText: 'Dear Bob',
      bodyHtml: '<p>Dear Bob</p>',
      hasRemoteImages: false,
      attachments: [
        { filename: 'plan.png', mime: 'image/png', size: 7 },
        { filename: 'prices.csv', mime: 'text/csv', size: 3 },
      ],
    })
  })

  it('sanitises the body and flags remote images', async () => {
    const ada = await t.person()
    const bodyHtml =
      '<p onclick="x()">Hi</p><script>alert(1)</script><img src="https://evil.example/p.png"><a href="javascript:x()">y</a>'
    const { body } = await read(ada, await t.draft(ada, { bodyHtml }))
    expect(body.hasRemoteImages).toBe(true)
    expect(body.bodyHtml).toContain('Hi')
    expect(body.bodyHtml).not.toMatch(/script|onclick|evil\.example/)
  })

  it('still shows a draft that was sent or rejected', async () => {
    const ada = await t.person()
    const [sent, rejected] = [await t.draft(ada), await t.draft(ada)]
    await post(ada, sent, 'send', { clientToken: token(), subject: 'Better offer' })
    await post(ada, rejected, 'reject', { reason: 'Too expensive.' })
    expect((await read(ada, sent)).body.message).toMatchObject({
      reviewStatus: 'sent',
      subject: 'Better offer',
    })
    expect((await read(ada, rejected)).body.message).toMatchObject({
      reviewStatus: 'rejected',
      reviewReason: 'Too expensive.',
    })
  })

  it('is 404 for an unknown id, the draft of another member and mail that was never in review', async () => {
    const [ada, bob] = [await t.person(), await t.person()]
    const { body: mail } = await ada.member.session('POST', '/api/v1/messages/send', {
      body: {
        mailboxId: ada.mailboxId,
        to: ['x@example.com'],
        subject: '',
        bodyText: '',
        clientToken: token(),
      },
    })
    for (const id of [newId(), await t.draft(bob), mail.opId, 'none']) {
      const { status, body } = await read(ada, id)
      expect([id, status, body.code]).toEqual([id, 404, 'review.not_found'])
    }
  })

  it('is 410 for a draft that is gone, and says why in the language of the reader', async () => {
    const ada = await t.person()
    const id = await t.draft(ada)
    await makeGone(t.db, id, 'answered')
    const english = await read(ada, id)
    expect([english.status, english.body.code]).toEqual([410, 'review.content_gone'])
    expect(english.body.message).toContain('You answered this conversation yourself.')
    const french = await read(ada, id, { 'accept-language': 'fr' })
    expect(french.body.message).toContain('Vous avez répondu vous-même à cette conversation.')
  })
})

describe('reasons', () => {
  const reasonOf = async (id: string, ada: Person, headers = {}) => {
    const { body } = await ada.member.session('GET', '/api/v1/sending/journal', { headers })
    return body.items.find((item: Item) => item.id === id).reviewReason
  }

  it('of the guards are sentences in the language of the reader, in the queue and the journal', async () => {
    const ada = await t.person()
    const id = await t.draft(ada, {}, 'cap_recipient')
    const sentence = 'This person has already had 20 automatic messages from this mailbox today.'
    expect((await list(ada)).items[0].reviewReason).toBe(sentence)
    expect(await reasonOf(id, ada)).toBe(sentence)
    expect(await reasonOf(id, ada, { 'accept-language': 'fr' })).toBe(
      "Cette personne a déjà reçu 20 messages automatiques de cette boîte aujourd'hui.",
    )
  })

  it('that a person gives are shown as they are, even if they look like a code', async () => {
    const ada = await t.person()
    const id = await t.draft(ada, {}, 'cap_thread')
    await post(ada, id, 'reject', { reason: 'answered' })
    expect(await reasonOf(id, ada)).toBe('answered')
  })

  it('of the guards stay when a draft is rejected without one', async () => {
    const ada = await t.person()
    const id = await t.draft(ada, {}, 'already_answered')
    await post(ada, id, 'reject', { reason: '  ' })
    expect(await reasonOf(id, ada)).toBe('A workflow has already answered this message.')
  })
})
