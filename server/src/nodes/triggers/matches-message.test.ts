import { describe, expect, it } from 'vitest'
import { type MessageFacts, matchesMessage } from './matches-message.ts'
import type { MessageCondition, MessageTriggerParams } from './message-trigger-schema.ts'

const facts: MessageFacts = {
  mailboxId: 'box',
  folderKeys: ['inbox', 'label-1'],
  from: { name: 'Zoé Müller', email: 'Zoe@mail.Example.org' },
  to: [{ email: 'sales@ours.test' }],
  cc: [{ name: 'Bob', email: 'bob@other.test' }],
  subject: 'Réf. FACTURE n° 12',
  bodyText: 'Bonjour,\nvoici l’offre à signer.',
  attachments: [{ filename: 'Été 2026.pdf', mime: 'application/pdf', size: 900 }],
  size: 2_000,
  signals: { isAutoReply: false, isNoReply: false, isMailingList: false, isFromSelf: false, isBounce: false },
  isFirstInThread: true,
}
const everything: MessageTriggerParams = {
  mailboxIds: [],
  folders: ['inbox'],
  match: 'all',
  conditions: [],
  firstInThreadOnly: false,
  includeAutomatic: false,
  includeLists: false,
}
const fits = (params: Partial<MessageTriggerParams>, about: Partial<MessageFacts> = {}) =>
  matchesMessage({ ...everything, ...params }, { ...facts, ...about })
const asks = (field: string, operator: string, value: unknown) =>
  ({ field, operator, value }) as MessageCondition

describe('a message starts a workflow', () => {
  it('without conditions', () => {
    expect(fits({})).toBe(true)
  })
  it.each<[MessageCondition, boolean]>([
    [asks('from', 'contains', 'zoe muller'), true],
    [asks('from', 'equals', 'ZOE@MAIL.example.org'), true],
    [asks('from', 'equals', 'Zoé Müller'), true],
    [asks('from', 'domain', '@example.org'), true],
    [asks('from', 'domain', 'ample.org'), false],
    [asks('from', 'not_domain', 'example.org'), false],
    [asks('from', 'matches', '*@*.example.org'), true],
    [asks('to', 'contains', 'bob'), false],
    [asks('recipient', 'contains', 'bob'), true],
    [asks('cc', 'domain', 'other.test'), true],
    [asks('subject', 'contains', 'ref. facture'), true],
    [asks('subject', 'matches', 'ref*12'), true],
    [asks('subject', 'matches', 'facture'), false],
    [asks('subject', 'not_contains', 'invoice'), true],
    [asks('subject', 'not_equals', 'reF. facture N° 12'), false],
    [asks('body', 'contains', "l'offre a signer"), true],
    [asks('attachmentName', 'matches', 'ete*.pdf'), true],
    [{ field: 'hasAttachment', value: true }, true],
    [{ field: 'hasAttachment', value: false }, false],
    [{ field: 'isNoReply', value: false }, true],
    [{ field: 'minSize', value: 2_000 }, true],
    [{ field: 'maxSize', value: 1_999 }, false],
  ])('by the condition %o: %s', (condition, expected) => {
    expect(fits({ conditions: [condition] })).toBe(expected)
  })
  it('by all or by any of its conditions', () => {
    const conditions = [asks('subject', 'contains', 'facture'), asks('subject', 'contains', 'invoice')]
    expect([fits({ conditions }), fits({ conditions, match: 'any' })]).toEqual([false, true])
  })
  it('only in the chosen mailboxes and folders', () => {
    expect([fits({ mailboxIds: ['box'] }), fits({ mailboxIds: ['other'] })]).toEqual([true, false])
    expect([fits({ folders: ['label-1'] }), fits({ folders: ['sent'] }), fits({ folders: [] })]).toEqual([
      true,
      false,
      true,
    ])
  })
  it('only as the first of its conversation, if so configured', () => {
    expect(fits({ firstInThreadOnly: true }, { isFirstInThread: false })).toBe(false)
    expect(fits({ firstInThreadOnly: true })).toBe(true)
  })
  it.each([
    ['isAutoReply', 'includeAutomatic'],
    ['isMailingList', 'includeLists'],
  ])('not when %s, unless %s', (signal, include) => {
    const about = { signals: { ...facts.signals, [signal]: true } }
    expect([fits({}, about), fits({ [include]: true }, about)]).toEqual([false, true])
  })
  it.each(['isFromSelf', 'isBounce'])('never when %s', (signal) => {
    const about = { signals: { ...facts.signals, [signal]: true } }
    expect(fits({ includeAutomatic: true, includeLists: true }, about)).toBe(false)
  })
  it('even from a no-reply address, as invoices are', () => {
    expect(fits({}, { signals: { ...facts.signals, isNoReply: true } })).toBe(true)
  })
  it('even when it has no sender, subject, text or files', () => {
    const bare = { from: null, subject: null, bodyText: null, attachments: [], to: [], cc: [] }
    expect(fits({ conditions: [asks('from', 'contains', 'a')] }, bare)).toBe(false)
    expect(fits({ conditions: [asks('from', 'not_contains', 'a')] }, bare)).toBe(true)
  })
  it('in linear time on adversarial text', () => {
    const start = process.cpuUsage()
    const conditions = Array.from({ length: 30 }, () => asks('body', 'matches', `${'*a'.repeat(100)}*b`))
    expect(fits({ conditions, match: 'any' }, { bodyText: 'á'.repeat(500_000) })).toBe(false)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000)
  })
})
