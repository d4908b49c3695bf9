import { expect, it } from 'vitest'
import { dollars, duration, percent } from './figures.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_640, '1.6 s'],
  [59_940, '59.9 s'],
  [61_000, '1 min 1 s'],
  [599_000, '9 min 59 s'],
  [3_600_000, '1 h'],
  [5_430_000, '1 h 31 min'],
  [86_400_000, '1 d'],
  [97_200_000, '1 d 3 h'],
])('says %i ms as %s', (ms, text) => {
  expect(plain(duration(ms, 'en'))).toBe(text)
})

it('writes numbers as the language does', () => {
  expect(plain(duration(1_640, 'fr'))).toBe('1,6 s')
  expect(plain(duration(97_200_000, 'fr'))).toBe('1 j 3 h')
  expect(percent(0.4, 'en')).toBe('40%')
  expect(plain(percent(0.996, 'fr'))).toBe('99,6 %')
  expect(dollars(4.816, 'en')).toBe('$4.82')
  expect(dollars(0.0031, 'en')).toBe('$0.0031')
  expect(plain(dollars(4.8, 'fr'))).toBe('4,80 $')
})
