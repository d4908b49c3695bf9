import { expect, it } from 'vitest'
import { hasManyValues } from './has-many-values.ts'

it('counts values at any depth, and stops at the limit', () => {
  const list = (length: number) => Array.from({ length }, (_, n) => n)
  expect(hasManyValues(list(9), 10)).toBe(false)
  expect(hasManyValues(list(11), 10)).toBe(true)
  expect(hasManyValues({ a: { b: list(5) }, c: [null, 'text'] }, 10)).toBe(false)
  expect(hasManyValues({ a: { b: list(5) }, c: list(5) }, 10)).toBe(true)
  const endless: unknown[] = []
  endless.push(endless)
  expect(hasManyValues(endless, 10)).toBe(true)
  expect(hasManyValues('text', 10)).toBe(false)
})
