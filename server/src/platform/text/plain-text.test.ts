import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plainText', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['eleven more', 10, 'eleven mo…'],
    ['  a\r\n\tb\0\u001bc\u2028d  ', 10, 'a b c d'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀😀', 3, '😀😀…'],
    ['a\ud800b', 10, 'a\ufffdb'],
    ['', 5, ''],
  ])('shortens %j to %i characters: %j', (text, maxLength, line) => {
    expect(plainText(text, maxLength)).toBe(line)
  })
})
