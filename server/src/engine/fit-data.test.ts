import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitData } from './fit-data.ts'

it('keeps data within the limit unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (data) => {
      const plain = JSON.parse(JSON.stringify(data).replaceAll('\\\\u0000', ''))
      const { data: fitted, truncated } = fitData(plain, 1_000_000)
      expect(truncated).toBe(false)
      expect(JSON.stringify(fitted)).toBe(JSON.stringify(plain).replaceAll('\\u0000', ''))
    }),
  )
})

it('truncates the value at the limit and drops the rest', () => {
  const { data, truncated } = fitData({ a: 'x'.repeat(60), long: 'y'.repeat(100), never: 1 }, 120)
  expect(truncated).toBe(true)
  expect(Object.keys(data)).toEqual(['a', 'long'])
  expect(String(data.long)).toMatch(/^y{1,60}$/)
})

it('stays close to the limit for any data', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 1, max: 300 }), (data, max) => {
      expect(JSON.stringify(fitData(data, max).data).length).toBeLessThan(max * 8 + 100)
    }),
  )
})

it('removes what the database rejects, and keeps a field named __proto__ an ordinary field', () => {
  const given = JSON.parse('{"__proto__": {"admin": true}, "nul": "a\\u0000b", "half": "\\ud83d"}')
  const { data } = fitData(given, 1_000)
  expect(JSON.stringify(data)).toBe('{"__proto__":{"admin":true},"nul":"ab","half":"\ufffd"}')
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
})

it('limits the depth', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
  expect(fitData(deep, 100_000).truncated).toBe(true)
})
