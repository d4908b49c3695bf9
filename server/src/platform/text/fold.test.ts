import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, wordsOf } from './fold.ts'

it.each([
  ['Éloïse', 'eloise'],
  ['STRASSE Straße', 'strasse strasse'],
  ['Œuvre Æther', 'oeuvre aether'],
  ['İstanbul ISTANBUL', 'istanbul istanbul'],
  ['Łódź', 'lodz'],
  ['ＡＢＣ ﬁn', 'abc fin'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
])('reads %s as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

it('takes an address apart', () => {
  expect(wordsOf('Ada.Lovelace+x@Example.co.uk')).toEqual(['ada', 'lovelace', 'x', 'example', 'co', 'uk'])
})

it('takes each character of a script without spaces for a word', () => {
  expect(wordsOf('会議のabc 資料')).toEqual(['会', '議', 'の', 'abc', '資', '料'])
})

it('keeps the vowels of scripts in which marks are letters', () => {
  expect(wordsOf('हिन्दी')).toEqual(['हिन्दी'])
})

it('folds the same however often it is done, and gives words without a sign among them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
      for (const word of wordsOf(text)) expect(word).toMatch(/^[^'\\\s:&|!()<>*@]+$/u)
    }),
    { numRuns: 3000 },
  )
})
