import fc from 'fast-check'
import { addressParser } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'
import { parseMessage } from './parse-message.ts'
import { isSpecificSubject, normaliseSubject, parseMessageId, parseMessageIds } from './threading.ts'

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

describe('message ids in the wild', () => {
  it.each([
    ['<abc def@x.org>', ['abcdef@x.org']],
    ['<long-id-\t part@x.org>', ['long-id-part@x.org']],
    ['< a@b >', ['a@b']],
    ['<a@b><c@d>', ['a@b', 'c@d']],
    ['<a@b>, <c@d>', ['a@b', 'c@d']],
    ['"Bob\'s message of Monday" <a@b>', ['a@b']],
    ['Message from Bob of "Mon, 3 Nov" <a@b> (fwd)', ['a@b']],
    ['<a@b', ['a@b']],
    ['<>', []],
    ['< >', []],
    ['<"quoted id"@x.org>', ['"quotedid"@x.org']],
    ['a@b c@d', ['a@b', 'c@d']],
  ])('%j are %j', (field, ids) => expect(parseMessageIds(field)).toEqual(ids))

  it.each([
    [['In-Reply-To: <a@x> <b@x>'], 'a@x', ['b@x']],
    [['In-Reply-To: <a@x>', 'In-Reply-To: <b@x>'], 'a@x', ['b@x']],
    [['In-Reply-To: <a@x> <b@x>', 'References: <r@x> <a@x>'], 'a@x', ['b@x', 'r@x', 'a@x']],
    [['In-Reply-To: <a@x>', 'References: <r@x>', 'References: <s@x>'], 'a@x', ['r@x', 's@x']],
    [['In-Reply-To: <a\r\n b@x>'], 'ab@x', []],
    [['References: <r@x>\r\n\t<s\r\n t@x>'], null, ['r@x', 'st@x']],
    [['In-Reply-To: Votre message du 3 nov. <a@x>, <b@x>'], 'a@x', ['b@x']],
    [['In-Reply-To: <a@x> "Grüße" <a@x>'], 'a@x', []],
    [['In-Reply-To: <>', 'In-Reply-To: <b@x>'], 'b@x', []],
    [['In-Reply-To: <a@x>,<b@x>', 'References: <b@x>'], 'a@x', ['b@x']],
  ])('of %j are %j and %j', (fields, inReplyTo, references) => {
    const message = parseMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\nx`))
    expect([message.inReplyTo, message.references]).toEqual([inReplyTo, references])
  })

  it('are the same in the message and in its replies, however they are broken', () => {
    const id = fc
      .array(fc.constantFrom('a', 'B', '1', '.', '@', ' ', '\t', '"', '$'), { minLength: 1, maxLength: 30 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(id, (raw) => {
        fc.pre(raw.trim() !== '')
        const own = parseMessageId(`<${raw}>`)
        expect(parseMessageIds(`<x@y> <${raw.replace(' ', '\t ')}>`)).toContain(own)
      }),
    )
  })
})

describe('a subject', () => {
  it.each([
    ['order 4711 for paris', true],
    ['bestellung 4711', true],
    ['réunion du 12 mars', true],
    ['会議の議事録について3月', true],
    ['hello', false],
    ['your invoice', false],
    ['guten morgen!', false],
    ['добрый день', false],
    ['お世話になっております', false],
    ['buenos días', false],
    ['12345678', false],
    ['(no subject)', false],
    ['', false],
  ])('%j identifies a conversation: %s', (subject, is) => expect(isSpecificSubject(subject)).toBe(is))
})

describe('rare addresses', () => {
  it.each([
    ['Bob <"john doe"@x.org>', { name: 'Bob', email: '"john doe"@x.org' }],
    ['<"a@b"@X.org>', { email: '"a@b"@x.org' }],
    ['Bob <"bob.smith"@x.org>', { name: 'Bob', email: 'bob.smith@x.org' }],
    ['Bob <"a,b"@x.org>', { name: 'Bob', email: '"a,b"@x.org' }],
    ['Bob <"a\\"b"@x.org>', null],
    ['Bob <"a\r\n b"@x.org>', { name: 'Bob', email: '"a b"@x.org' }],
    ['Bob <"<script>"@x.org>', null],
    ['Bob <user@[192.0.2.1]>', { name: 'Bob', email: 'user@[192.0.2.1]' }],
    ['用户 <用户@例子.广告>', { name: '用户', email: '用户@例子.广告' }],
    ["O'Neil <o'neil+x@x.org>", { name: "O'Neil", email: "o'neil+x@x.org" }],
    ['<!#$%&*/=?^_`{|}~@x.org>', { email: '!#$%&*/=?^_`{|}~@x.org' }],
  ])('%j are kept: %j', (field, address) => {
    expect(parseMessage(Buffer.from(`From: ${field}\r\n\r\nx`)).from).toEqual(address)
  })
})

it('plain lists of addresses are read as by the general parser', () => {
  const name = fc.array(fc.constantFrom('Ada', ' ', 'B.', "O'Neil", '-', '_', '1'), { maxLength: 4 })
  const quoted = fc.array(fc.constantFrom('Doe, Jane', ' ', ';', ':', '@', '(x)', 'é', "'"), { maxLength: 3 })
  const address = fc.constantFrom('a@x.org', 'b.c+d@y.example', 'e-f@z.co.uk')
  const entry = fc.oneof(
    address,
    address.map((one) => `<${one}>`),
    fc.tuple(name, address).map(([words, one]) => `${words.join('')} <${one}>`),
    fc.tuple(quoted, address).map(([words, one]) => `"${words.join('')}" <${one}>`),
  )
  const separator = fc.constantFrom(',', ', ', ',  ', ' , ', ',\t')
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), separator, (entries, between) => {
      const field = entries.join(between)
      const general = addressParser(field, { flatten: true }).map((one) => one.address?.toLowerCase())
      const addresses = readAddresses([field])
      expect(addresses.map(({ email }) => email)).toEqual([...new Set(general)])
      const named = addressParser(field, { flatten: true }).find((one) => one.address === addresses[0]?.email)
      expect(addresses[0]?.name ?? '').toBe(
        readAddresses([`"${named?.name.trim()}" <${named?.address}>`])[0]?.name ?? '',
      )
    }),
    { numRuns: 500 },
  )
})
