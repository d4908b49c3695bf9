import { expect, test } from 'vitest'
import { hashToken, newApiKey, newToken, parseApiKey, sameHash } from './tokens.ts'

test('a token has 256 bits, is URL-safe, and differs every time', () => {
  expect(newToken()).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(newToken(16)).toHaveLength(22)
  expect(new Set(Array.from({ length: 1000 }, () => newToken())).size).toBe(1000)
})

test('an API key starts with a prefix of eight characters and is found by it', () => {
  const key = newApiKey()
  expect(key.prefix).toMatch(/^mw[a-z0-9]{6}$/)
  expect(key.token).toMatch(/^mw[a-z0-9]{6}_[A-Za-z0-9]{40}$/)
  expect(parseApiKey(key.token)).toEqual({ prefix: key.prefix, hash: key.hash })
})

test('the hash covers the prefix, so that another prefix is another key', () => {
  const { token, hash, prefix } = newApiKey()
  const other = token.replace(prefix, 'mwaaaaaa')
  expect(sameHash(parseApiKey(other)?.hash ?? Buffer.alloc(0), hash)).toBe(false)
})

test.each([
  '',
  'mwabcdef',
  'mwabcdef_',
  `mwabcdef_${'a'.repeat(39)}`,
  `mwabcdef_${'a'.repeat(41)}`,
  `mwABCDEF_${'a'.repeat(40)}`,
  `xxabcdef_${'a'.repeat(40)}`,
  `mwabcdef_${'a'.repeat(40)}\n`,
  `mwabcdef_${'é'.repeat(40)}`,
])('rejects a malformed API key without a query: %j', (text) => {
  expect(parseApiKey(text)).toBeUndefined()
})

test('hashes are equal only if every byte is', () => {
  expect(sameHash(hashToken('a'), hashToken('a'))).toBe(true)
  expect(sameHash(hashToken('a'), hashToken('b'))).toBe(false)
  expect(sameHash(hashToken('a'), hashToken('a').subarray(1))).toBe(false)
})
