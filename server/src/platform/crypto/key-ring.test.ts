import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { KeyRingError } from './errors.ts'
import { emptyKeyRing, keyRingFromText } from './key-ring.ts'

const newKey = () => randomBytes(32).toString('base64')
const idsOf = async (text: string) => (await keyRingFromText(text).keys()).map((key) => key.id)

function faultsOf(text: string): readonly string[] {
  try {
    keyRingFromText(text)
  } catch (error) {
    if (error instanceof KeyRingError) return error.faults
    throw error
  }
  throw new Error('expected the text to be rejected')
}

test('reads keys newest first, with spaces and a trailing comma', async () => {
  expect(await idsOf(`k2:${newKey()}, k1:${newKey()} ,`)).toEqual(['k2', 'k1'])
  expect(await idsOf(`url-safe:${randomBytes(32).toString('base64url')}`)).toEqual(['url-safe'])
})

test('an empty setting is a ring without a key', async () => {
  for (const ring of [keyRingFromText(''), keyRingFromText(' , '), emptyKeyRing()]) {
    expect(ring.enabled).toBe(false)
    expect(await ring.keys()).toEqual([])
    expect(await ring.find('k1')).toBeUndefined()
  }
})

test('reports all faults together, by position', () => {
  const text = `${newKey()},k 1:${newKey()},k2:short,k3:${newKey()},k3:${newKey()}`
  expect(faultsOf(text)).toEqual([
    'Entry 1 of MAILWRIGHT_SECRET_KEY is not of the form id:base64.',
    'Entry 2 of MAILWRIGHT_SECRET_KEY has an id that is not 1 to 32 letters, digits, dots, dashes or underscores.',
    'Entry 3 of MAILWRIGHT_SECRET_KEY has a key that is not the base64 of exactly 32 bytes (generate one with openssl rand -base64 32).',
    'Entries 4 and 5 of MAILWRIGHT_SECRET_KEY have the same id: give each key its own.',
  ])
})

test('a fault never quotes the key, wherever it was typed', () => {
  const key = newKey()
  const long = randomBytes(33).toString('base64')
  for (const text of [
    key,
    `${key}:k1`,
    `:${key}`,
    `k1:${long}`,
    `k1:${key.slice(1)}`,
    `k1:${key},k1:${key}`,
  ]) {
    const message = faultsOf(text).join(' ')
    expect(message).not.toContain(key.slice(0, 12))
    expect(message).not.toContain(long.slice(0, 12))
  }
})

test('a printed ring shows no key', async () => {
  const bytes = randomBytes(32)
  const ring = keyRingFromText(`k1:${bytes.toString('base64')}`)
  const keys = await ring.keys()
  const printed = inspect([ring, keys], { depth: 10, showHidden: true }) + JSON.stringify([ring, keys])
  expect(printed).not.toContain(bytes.toString('base64'))
  expect(printed).not.toContain(bytes.toString('hex'))
})
