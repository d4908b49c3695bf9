import { expect, it } from 'vitest'
import { keywordsOf, toKeyword } from './keywords.ts'

const decode = (...flags: string[]) => keywordsOf({ flags, labels: null })

it.each([
  ['Blue'],
  ['Très urgent'],
  ['a=b'],
  ['100 %'],
  ['(x) "y" \\z'],
  ['日本語'],
  ['to_do'],
  ['=C3'],
  ['🙂 ok'],
])('encodes %s as a keyword and decodes it', (label) => {
  const keyword = toKeyword(label) ?? ''
  expect(keyword).toMatch(/^[\w.:/@#!~+$=-]{1,50}$/)
  expect(decode(keyword)).toEqual([label])
})

it('keeps a plain label unchanged, as other clients write it', () => {
  expect([toKeyword('Invoices-2026'), toKeyword('to_do')]).toEqual(['Invoices-2026', 'to_do'])
})

it('has no keyword for labels that servers reject or clients reserve', () => {
  for (const label of ['', 'x'.repeat(51), 'é'.repeat(20), '$Forwarded', '\\Seen', 'NonJunk', 'junk'])
    expect(toKeyword(label)).toBeUndefined()
})

it('decodes keywords of people and skips those of clients', () => {
  expect(decode('\\Seen', '$MDNSent', '$label1', 'NonJunk', 'Red', 'Blue', 'Red')).toEqual(['Blue', 'Red'])
  expect(decode('=00', '=FF', '=20', 'half=4')).toEqual(['half=4'])
  expect(keywordsOf({ flags: ['Blue'], labels: [] })).toBeUndefined()
})
