import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, foldForComparison, wordsOf } from './fold.ts'

it.each([
  ['Éloïse', 'eloise'],
  ['STRASSE Straße', 'strasse strasse'],
  ['Œuvre Æther', 'oeuvre aether'],
  ['İstanbul ISTANBUL', 'istanbul istanbul'],
  ['Łódź', 'lodz'],
  ['ＡＢＣ ﬁn', 'abc fin'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
])('folds %s to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

it('ignores case, accents and the shape of apostrophes in comparisons', () => {
  expect(foldForComparison('L’Été à Cœur, STRASSE ß')).toBe("l'ete a coeur, strasse ss")
})

it('splits an address into words', () => {
  expect(wordsOf('Ada.Lovelace+x@Example.co.uk')).toEqual(['ada', 'lovelace', 'x', 'example', 'co', 'uk'])
})

it('treats each character of a script without spaces as a word', () => {
  expect(wordsOf('会議のabc 資料')).toEqual(['会', '議', 'の', 'abc', '資', '料'])
})

it('keeps vowel signs in scripts where marks are letters', () => {
  expect(wordsOf('हिन्दी')).toEqual(['हिन्दी'])
})

it('is idempotent, and returns words without punctuation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
      for (const word of wordsOf(text)) expect(word).toMatch(/^[^'\\\s:&|!()<>*@]+$/u)
    }),
    { numRuns: 3000 },
  )
})
