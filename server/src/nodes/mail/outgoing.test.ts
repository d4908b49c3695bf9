import { describe, expect, it } from 'vitest'
import { permanent } from '../../engine/define-node.ts'
import { callNode, ids, validationIssues } from '../fixtures/call-node.ts'
import type { OutgoingMail } from '../ports.ts'
import { mailDraft } from './mail-draft.ts'
import { mailForward } from './mail-forward.ts'
import { mailReply } from './mail-reply.ts'
import { mailSend } from './mail-send.ts'

/** Answers like the outbox: the port determines the recipients and the subject of a reply. */
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
    expect(result.portCalls).toEqual([
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
    const { portCalls } = await callNode(mailSend, html, { answers })
    expect(portCalls[0]?.[1]).toMatchObject({
      bodyText: 'Hello\n\nyou',
      bodyHtml: '<p>Hello</p><p>you</p>',
      mailboxId: ids.other,
      signatureId: ids.other,
      attachmentIds: [ids.other],
    })
  })
  it('reports that a guardrail held the mail', async () => {
    const result = await callNode(mailSend, params, { answers: { 'mail.send': queue(true) } })
    expect(result.effects).toEqual([
      { kind: 'mail.held', description: 'Email to ada@example.org held for review: Offer' },
    ])
  })
  it('fails with the error of the outbox', async () => {
    const refuse = () => {
      throw permanent('sending.disabled', 'Sending is switched off.')
    }
    const call = callNode(mailSend, params, { answers: { 'mail.send': refuse } })
    await expect(call).rejects.toMatchObject({ code: 'sending.disabled' })
  })
  it('requires a mailbox and a recipient', async () => {
    await expect(callNode(mailSend, params, nowhere)).rejects.toMatchObject({ code: 'mail.no_mailbox' })
    await expect(callNode(mailSend, { ...params, to: ' ' })).rejects.toMatchObject({
      code: 'mail.no_recipient',
    })
  })
  it('limits the total number of recipients', async () => {
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
  ])('rejects %o', (bad) => {
    expect(validationIssues(mailSend, JSON.parse(JSON.stringify({ ...params, ...bad })))).toBeDefined()
  })
})

describe('replying', () => {
  it('replies to the message of the run and quotes it', async () => {
    const result = await callNode(mailReply, { body: 'Yes' }, { answers })
    expect(result.portCalls).toEqual([
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
  it('replies to all of another message, without quoting it', async () => {
    const params = {
      body: 'Yes',
      messageId: ids.other,
      replyAll: true,
      quoteOriginal: false,
      cc: 'bob@example.org',
    }
    const { portCalls } = await callNode(mailReply, params, { answers })
    expect(portCalls[0]?.[1]).toMatchObject({
      replyToMessageId: ids.other,
      replyAll: true,
      quoteOriginal: false,
      cc: ['bob@example.org'],
    })
  })
  it('requires a message and a body', async () => {
    await expect(callNode(mailReply, { body: 'Yes' }, nowhere)).rejects.toMatchObject({
      code: 'mail.no_message',
    })
    expect(validationIssues(mailReply, { body: '' })).toBeDefined()
    expect(validationIssues(mailReply, { body: 'Yes', to: 'eve@example.org' })).toBeDefined()
  })
})

describe('forwarding', () => {
  it('forwards the message with its attachments', async () => {
    const result = await callNode(mailForward, { to: 'bob@example.org', note: 'For you' }, { answers })
    expect(result.portCalls[0]?.[1]).toEqual({
      to: ['bob@example.org'],
      subject: '',
      bodyText: 'For you',
      forwardOfMessageId: ids.message,
      quoteOriginal: true,
      includeOriginals: true,
    })
    expect(result.effects?.[0]?.description).toMatch(/^Forward to bob@example.org queued/)
  })
  it('leaves attachments out if so configured', async () => {
    const { portCalls } = await callNode(
      mailForward,
      { to: 'bob@example.org', includeAttachments: false },
      { answers },
    )
    expect(portCalls[0]?.[1]).toMatchObject({ includeOriginals: false })
  })
  it('requires a recipient', async () => {
    await expect(callNode(mailForward, { to: '' })).rejects.toMatchObject({ code: 'mail.no_recipient' })
  })
})

describe('a draft', () => {
  it('of a reply goes to the review queue with its reason', async () => {
    const result = await callNode(mailDraft, { body: 'Yes', reason: 'Large sum' }, { answers })
    expect(result.portCalls).toEqual([
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
  it('says which draft it replaces, or that it is not needed any more', async () => {
    const draft = (more: object) => (mail: OutgoingMail) => ({ ...queue(true)(mail), ...more })
    const replacing = await callNode(
      mailDraft,
      { body: 'Yes' },
      { answers: { 'mail.draft': draft({ replaced: 'old' }) } },
    )
    expect(replacing).toMatchObject({
      data: { id: 'op', held: true, replaced: 'old' },
      effects: [{ kind: 'mail.held', description: expect.stringContaining('in place of an earlier draft') }],
    })
    const late = await callNode(
      mailDraft,
      { body: 'Yes' },
      { answers: { 'mail.draft': draft({ answered: true }) } },
    )
    expect(late).toMatchObject({
      data: { id: 'op', held: false, answered: true },
      effects: [{ kind: 'mail.gone', description: expect.stringContaining('answered meanwhile') }],
    })
  })
  it('of a new mail requires a recipient', async () => {
    const params = { kind: 'new', to: 'bob@example.org', subject: 'Hi', body: 'Hello' }
    const { portCalls } = await callNode(mailDraft, params, { answers })
    const mail = { mailboxId: ids.mailbox, to: ['bob@example.org'], subject: 'Hi', bodyText: 'Hello' }
    expect(portCalls).toEqual([['mail.draft', mail, null]])
    await expect(callNode(mailDraft, { kind: 'new', body: 'Hello' })).rejects.toMatchObject({
      code: 'mail.no_recipient',
    })
  })
  it('goes to the Drafts folder of the mailbox if so configured', async () => {
    const params = { kind: 'new', place: 'drafts', to: 'bob@example.org', subject: 'Hi', body: 'Hello' }
    const result = await callNode(mailDraft, params, { answers })
    const mail = { mailboxId: ids.mailbox, to: ['bob@example.org'], subject: 'Hi', bodyText: 'Hello' }
    expect(result.portCalls).toEqual([['mail.putDraft', mail]])
    expect(result).toMatchObject({ data: { held: false }, effects: [{ kind: 'mail.drafted' }] })
    expect(result.effects?.[0]?.description).toMatch(/^Draft to .+ put into Drafts: /)
    expect(validationIssues(mailDraft, { place: 'sent', body: 'x' })).toBeDefined()
  })
  it('has the effect `human`, since it sends nothing', () => {
    expect([mailDraft.effect, mailSend.effect, mailReply.effect, mailForward.effect]).toEqual([
      'human',
      'sends',
      'sends',
      'sends',
    ])
  })
})
