import { describe, expect, it } from 'vitest'
import { decideOutcome, type Incoming, type Rules } from './decide-outcome.ts'

const everyone = { mode: 'exclude' as const, domains: [], emails: [] }
const rules: Rules = { organisation: undefined, member: everyone, ownAddresses: new Set(['bob@our.example']) }
const stranger: Incoming = {
  fromEmail: 'Zoe@Shop.Example',
  isFromSelf: false,
  isBounce: false,
  isAutoReply: false,
  isOwnLoop: false,
}

describe('ingestion', () => {
  it('leaves a message of an external sender to the workflows', () => {
    expect(decideOutcome(stranger, rules)).toBeUndefined()
    expect(decideOutcome({ ...stranger, isAutoReply: true }, rules)).toBeUndefined()
  })
  it.each([
    [{ mode: 'exclude' as const, domains: ['shop.example'], emails: [] }, 'shop.example'],
    [{ mode: 'exclude' as const, domains: ['@example'], emails: [] }, '@example'],
    [{ mode: 'exclude' as const, domains: [], emails: ['zoe@shop.example'] }, 'zoe@shop.example'],
    [{ mode: 'include' as const, domains: ['other.example'], emails: [] }, 'not_included'],
  ])("excludes senders of the member's list and names the entry (%#)", (member, ruleRef) => {
    expect(decideOutcome(stranger, { ...rules, member })).toEqual({ outcome: 'excluded_member', ruleRef })
  })
  it('includes listed senders, and no domain that merely ends alike', () => {
    const member = { mode: 'include' as const, domains: ['shop.example'], emails: [] }
    expect(decideOutcome(stranger, { ...rules, member })).toBeUndefined()
    const alike = { ...stranger, fromEmail: 'x@bookshop.example' }
    expect(decideOutcome(alike, { ...rules, member })?.outcome).toBe('excluded_member')
  })
  it.each(['zoe@xn--mller-kva.de', 'Zoe@MÜLLER.de', 'zoe@mu\u0308ller.de'])(
    'matches an international domain in every spelling: %s',
    (fromEmail) => {
      const outcomes = [
        { domains: ['xn--mller-kva.de'], emails: [] },
        { domains: ['müller.de'], emails: [] },
        { domains: [], emails: ['zoe@xn--mller-kva.de'] },
      ].map((lists) => {
        const member = { mode: 'exclude' as const, ...lists }
        return decideOutcome({ ...stranger, fromEmail }, { ...rules, member })?.outcome
      })
      expect(outcomes).toEqual(['excluded_member', 'excluded_member', 'excluded_member'])
    },
  )
  it('applies the organisation before the member', () => {
    const organisation = { mode: 'exclude' as const, domains: ['shop.example'], emails: [] }
    const member = { mode: 'include' as const, domains: [], emails: [] }
    expect(decideOutcome(stranger, { ...rules, organisation, member })?.outcome).toBe('excluded_org')
  })
  it.each([
    ['loop', { isOwnLoop: true }],
    ['own_mail', { isFromSelf: true }],
    ['bounce', { isBounce: true }],
    ['member_auto_reply', { isAutoReply: true, fromEmail: 'Bob@our.example' }],
  ])('never lets our own mail start a workflow: %s', (ruleRef, change) => {
    expect(decideOutcome({ ...stranger, ...change }, rules)).toEqual({ outcome: 'guardrail', ruleRef })
  })
  it('accepts a message without a sender', () => {
    expect(decideOutcome({ ...stranger, fromEmail: null }, rules)).toBeUndefined()
  })
})
