import { expect, it } from 'vitest'
import { keywordOf, wordsOf } from './keywords.ts'

const words = (...flags: string[]) => wordsOf({ flags, labels: null })

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
])('writes %s as a keyword and reads it back', (word) => {
  const keyword = keywordOf(word) ?? ''
  expect(keyword).toMatch(/^[\w.:/@#!~+$=-]{1,50}$/)
  expect(words(keyword)).toEqual([word])
})

it('leaves a plain word as other programs write it', () => {
  expect([keywordOf('Invoices-2026'), keywordOf('to_do')]).toEqual(['Invoices-2026', 'to_do'])
})

it('has no keyword for what a server would refuse or a program would take for its own', () => {
  for (const word of ['', 'x'.repeat(51), 'é'.repeat(20), '$Forwarded', '\\Seen', 'NonJunk', 'junk'])
    expect(keywordOf(word)).toBeUndefined()
})

it('reads what people mean, and nothing else', () => {
  expect(words('\\Seen', '$MDNSent', '$label1', 'NonJunk', 'Red', 'Blue', 'Red')).toEqual(['Blue', 'Red'])
  expect(words('=00', '=FF', '=20', 'half=4')).toEqual(['half=4'])
  expect(wordsOf({ flags: ['Blue'], labels: [] })).toBeUndefined()
})
