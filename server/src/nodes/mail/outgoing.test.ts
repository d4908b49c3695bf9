import { describe, expect, it } from 'vitest'
import { permanent } from '../../engine/define-node.ts'
import { callNode, ids, refusal } from '../fixtures/call-node.ts'
import type { OutgoingMail } from '../ports.ts'
import { mailDraft } from './mail-draft.ts'
import { mailForward } from './mail-forward.ts'
import { mailReply } from './mail-reply.ts'
import { mailSend } from './mail-send.ts'

/** As the outbox answers: who is answered, and under which subject, is the port's to know. */
const queue = (held: boolean) => (mail: OutgoingMail) => ({
  id: 'op',
  held,
  to: mail.to.length > 0 ? mail.to : ['ada@example.org'],
  subject: mail.subject || 'Re: Offer',
})
const answers = { 'mail.send': queue(false), 'mail.draft': queue(true), 'mail.putDraft': queue(false) }
const nowhere = { run: { messageId: null, mailboxId: null } }

describe('sending a mail', () => {
  const params = { to: 'Ada <ada@example.org>', cc: ['bob@example.org'], subject: 'Offer', body: 'Hello' }
  it('queues it from the mailbox of the run', async () => {
    const result = await callNode(mailSend, params, { answers })
    expect(result.asked).toEqual([
      [
        'mail.send',
        {
          mailboxId: ids.mailbox,
          to: ['ada@example.org'],
          cc: ['bob@example.org'],
          subject: 'Offer',
          bodyText: 'Hello',
        },
      ],
    ])
    expect(result).toMatchObject({
      data: { id: 'op', held: false, to: ['ada@example.org'], subject: 'Offer' },
      effects: [{ kind: 'mail.queued', description: 'Email to ada@example.org queued: Offer' }],
    })
  })
  it('sends HTML with its text, a signature and files', async () => {
    const html = {
      ...params,
      body: '<p>Hello</p><p>you</p>',
      format: 'html',
      signatureId: ids.other,
      attachments: [ids.other],
      mailboxId: ids.other,
    }
    const { asked } = await callNode(mailSend, html, { answers })
    expect(asked[0]?.[1]).toMatchObject({
      bodyText: 'Hello\n\nyou',
      bodyHtml: '<p>Hello</p><p>you</p>',
      mailboxId: ids.other,
      signatureId: ids.other,
      attachmentIds: [ids.other],
    })
  })
  it('says that it is held where a guardrail held it', async () => {
    const result = await callNode(mailSend, params, { answers: { 'mail.send': queue(true) } })
    expect(result.effects).toEqual([
      { kind: 'mail.held', description: 'Email to ada@example.org held for review: Offer' },
    ])
  })
  it('fails as the outbox does', async () => {
    const refuse = () => {
      throw permanent('sending.disabled', 'Sending is switched off.')
    }
    const call = callNode(mailSend, params, { answers: { 'mail.send': refuse } })
    await expect(call).rejects.toMatchObject({ code: 'sending.disabled' })
  })
  it('needs a mailbox and somebody to write to', async () => {
    await expect(callNode(mailSend, params, nowhere)).rejects.toMatchObject({ code: 'mail.no_mailbox' })
    await expect(callNode(mailSend, { ...params, to: ' ' })).rejects.toMatchObject({
      code: 'mail.no_recipient',
    })
  })
  it('counts all recipients together', async () => {
    const many = (letter: string) => Array.from({ length: 30 }, (_, i) => `${letter}${i}@example.org`)
    const call = callNode(mailSend, { ...params, to: many('a'), bcc: many('b') })
    await expect(call).rejects.toMatchObject({ code: 'mail.too_many_recipients' })
  })
  it.each([
    { to: undefined },
    { subject: '' },
    { subject: 'a\r\nBcc: eve@example.org' },
    { to: 'ada@example.org\nBcc: eve@example.org' },
    { to: ['ada@example.org\r\n'] },
    { mailboxId: 'mine' },
    { format: 'rtf' },
    { from: 'eve@example.org' },
  ])('refuses %o', (bad) => {
    expect(refusal(mailSend, JSON.parse(JSON.stringify({ ...params, ...bad })))).toBeDefined()
  })
})

describe('replying', () => {
  it('answers the message of the run, quoting it', async () => {
    const result = await callNode(mailReply, { body: 'Yes' }, { answers })
    expect(result.asked).toEqual([
      [
        'mail.send',
        {
          to: [],
          subject: '',
          bodyText: 'Yes',
          replyToMessageId: ids.message,
          replyAll: false,
          quoteOriginal: true,
        },
      ],
    ])
    expect(result.effects).toEqual([
      { kind: 'mail.queued', description: 'Reply to ada@example.org queued: Re: Offer' },
    ])
  })
  it('answers another message, to all, without the original', async () => {
    const params = {
      body: 'Yes',
      messageId: ids.other,
      replyAll: true,
      quoteOriginal: false,
      cc: 'bob@example.org',
    }
    const { asked } = await callNode(mailReply, params, { answers })
    expect(asked[0]?.[1]).toMatchObject({
      replyToMessageId: ids.other,
      replyAll: true,
      quoteOriginal: false,
      cc: ['bob@example.org'],
    })
  })
  it('needs a message and something to say', async () => {
    await expect(callNode(mailReply, { body: 'Yes' }, nowhere)).rejects.toMatchObject({
      code: 'mail.no_message',
    })
    expect(refusal(mailReply, { body: '' })).toBeDefined()
    expect(refusal(mailReply, { body: 'Yes', to: 'eve@example.org' })).toBeDefined()
  })
})

describe('forwarding', () => {
  it('sends the message on with its attachments', async () => {
    const result = await callNode(mailForward, { to: 'bob@example.org', note: 'For you' }, { answers })
    expect(result.asked[0]?.[1]).toEqual({
      to: ['bob@example.org'],
      subject: '',
      bodyText: 'For you',
      forwardOfMessageId: ids.message,
      quoteOriginal: true,
      includeOriginals: true,
    })
    expect(result.effects?.[0]?.description).toMatch(/^Forward to bob@example.org queued/)
  })
  it('leaves attachments out where that is asked', async () => {
    const { asked } = await callNode(
      mailForward,
      { to: 'bob@example.org', includeAttachments: false },
      { answers },
    )
    expect(asked[0]?.[1]).toMatchObject({ includeOriginals: false })
  })
  it('needs somebody to send it to', async () => {
    await expect(callNode(mailForward, { to: '' })).rejects.toMatchObject({ code: 'mail.no_recipient' })
  })
})

describe('a draft', () => {
  it('of a reply goes to the review queue with its reason', async () => {
    const result = await callNode(mailDraft, { body: 'Yes', reason: 'Large sum' }, { answers })
    expect(result.asked).toEqual([
      [
        'mail.draft',
        {
          to: [],
          subject: '',
          bodyText: 'Yes',
          replyToMessageId: ids.message,
          replyAll: false,
          quoteOriginal: true,
        },
        'Large sum',
      ],
    ])
    expect(result.effects).toEqual([
      { kind: 'mail.held', description: 'Draft reply to ada@example.org held for review: Re: Offer' },
    ])
  })
  it('of a new mail needs somebody to write to', async () => {
    const params = { kind: 'new', to: 'bob@example.org', subject: 'Hi', body: 'Hello' }
    const { asked } = await callNode(mailDraft, params, { answers })
    const mail = { mailboxId: ids.mailbox, to: ['bob@example.org'], subject: 'Hi', bodyText: 'Hello' }
    expect(asked).toEqual([['mail.draft', mail, null]])
    await expect(callNode(mailDraft, { kind: 'new', body: 'Hello' })).rejects.toMatchObject({
      code: 'mail.no_recipient',
    })
  })
  it('goes into the drafts of the mailbox when told so', async () => {
    const params = { kind: 'new', place: 'drafts', to: 'bob@example.org', subject: 'Hi', body: 'Hello' }
    const result = await callNode(mailDraft, params, { answers })
    const mail = { mailboxId: ids.mailbox, to: ['bob@example.org'], subject: 'Hi', bodyText: 'Hello' }
    expect(result.asked).toEqual([['mail.putDraft', mail]])
    expect(result).toMatchObject({ data: { held: false }, effects: [{ kind: 'mail.drafted' }] })
    expect(result.effects?.[0]?.description).toMatch(/^Draft to .+ put into Drafts: /)
    expect(refusal(mailDraft, { place: 'sent', body: 'x' })).toBeDefined()
  })
  it('sends nothing: its effect is that a person has something to read', () => {
    expect([mailDraft.effect, mailSend.effect, mailReply.effect, mailForward.effect]).toEqual([
      'human',
      'sends',
      'sends',
      'sends',
    ])
  })
})
