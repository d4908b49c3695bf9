import { describe, expect, it } from 'vitest'
import { findPattern, hasPattern } from './find-pattern.ts'
import { fitsWildcards } from './wildcards.ts'

describe('wildcards', () => {
  it.each([
    ['invoice 12', 'invoice*', true],
    ['invoice 12', '*12', true],
    ['invoice 12', 'in*ce*2', true],
    ['invoice 12', 'invoice ??', true],
    ['invoice 12', 'invoice ?', false],
    ['invoice 12', 'voice', false],
    ['invoice 12', '*voice*', true],
    ['aba', 'ab*ba', false],
    ['', '*', true],
    ['', '', true],
    ['a', '', false],
    ['xabcabd', '*ab?', true],
    ['xabcabd', '*?bd*', true],
    ['a*b', 'a*b', true],
  ])('of %j and %j: %s', (text, pattern, expected) => {
    expect(fitsWildcards(text, pattern)).toBe(expected)
  })
  it('take linear time on adversarial text', () => {
    const start = process.cpuUsage()
    expect(fitsWildcards('a'.repeat(500_000), `${'*a'.repeat(200)}*b*`)).toBe(false)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000)
  })
})

describe('patterns', () => {
  it('return the first group of each match, or the whole match', () => {
    expect(findPattern('Order A-12 and A-77', 'A-(\\d+)', '')).toEqual(['12', '77'])
    expect(findPattern('Order A-12 and A-77', 'A-\\d+', '')).toEqual(['A-12', 'A-77'])
    expect(hasPattern('Order A-12', 'order', 'i')).toBe(true)
  })
  it('that are invalid fail permanently', () => {
    expect(() => hasPattern('x', '(', '')).toThrow(expect.objectContaining({ kind: 'permanent' }))
  })
})
