import { describe, expect, it } from 'vitest'
import { maySubjectThread, normaliseSubject, parseMessageId, parseMessageIds } from './threading.ts'

describe('subjects', () => {
  it.each([
    ['Re: Order 12', 'order 12'],
    ['RE: re[2]: Fwd: Order 12', 'order 12'],
    ['TR : RE : Commande', 'commande'],
    ['AW: WG: Bestellung', 'bestellung'],
    ['SV: VS: Tilaus', 'tilaus'],
    ['RIF: R: I: Ordine', 'ordine'],
    ['Re：回复：订单', '订单'],
    ['[dev] Re: [dev] Build', 'build'],
    ['Réunion: ordre du jour', 'réunion: ordre du jour'],
    ['Reference: 12', 'reference: 12'],
    ['Trade: 12', 'trade: 12'],
    ['  a \t b ', 'a b'],
    ['Re:', ''],
    [null, ''],
  ])('normalise %j to %j', (subject, rest) => expect(normaliseSubject(subject)).toBe(rest))
})

describe('message ids', () => {
  it('are returned in order, without brackets and duplicates', () => {
    expect(parseMessageIds('<a@b> <c@d>\t<a@b> text <e>')).toEqual(['a@b', 'c@d', 'e'])
    expect(parseMessageIds('a@b, c@d')).toEqual(['a@b', 'c@d'])
    expect(parseMessageIds(undefined)).toEqual([])
    expect(parseMessageId(' <x> ')).toBe('x')
    expect(parseMessageId('< broken id >')).toBe('brokenid')
    expect(parseMessageId('')).toBeNull()
    expect(parseMessageId(`<${'x'.repeat(2_000)}>`)).toBeNull()
  })
})

describe('joining a thread by subject', () => {
  const at = (day: number) => new Date(Date.UTC(2025, 10, day))
  const earlier = { subject: 'Order 4711', participants: ['me@x.org', 'Bob@y.org'], at: at(1) }
  const reply = { subject: 'Re: order 4711', participants: ['bob@y.org', 'me@x.org'], at: at(3) }
  const own = ['me@x.org']

  it('is allowed for a reply between the same people within a month', () => {
    expect(maySubjectThread(reply, earlier, own)).toBe(true)
  })

  it.each([
    ['it does not say that it is a reply', { subject: 'Order 4711' }, {}],
    ['the subject is another', { subject: 'Re: Order 4712' }, {}],
    ['the subject says nothing', { subject: 'Re: Hello' }, { subject: 'Hello' }],
    ['the subject is too short', { subject: 'Re: ok' }, { subject: 'ok' }],
    ['only the owner is the same', { participants: ['me@x.org', 'eve@z.org'] }, {}],
    ['it is older', { at: at(0) }, {}],
    ['more than a month lies between', { at: new Date(Date.UTC(2025, 11, 3)) }, {}],
  ])('is rejected when %s', (_, message, other) => {
    expect(maySubjectThread({ ...reply, ...message }, { ...earlier, ...other }, own)).toBe(false)
  })
})
