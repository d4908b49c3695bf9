import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword, needsRehash, spendEqualTime, verifyPassword } from './passwords.ts'

const seen = vi.hoisted(() => ({ running: 0, most: 0, costs: [] as object[] }))

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  const argon2: typeof real.argon2 = (algorithm, parameters, callback) => {
    const { message: _message, nonce, ...cost } = parameters
    seen.costs.push({ algorithm, ...cost, saltBytes: Buffer.from(nonce as Buffer).length })
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    real.argon2(algorithm, parameters, (error, derived) => {
      seen.running -= 1
      callback(error, derived)
    })
  }
  return { ...real, argon2 }
})

beforeEach(() => Object.assign(seen, { running: 0, most: 0, costs: [] }))

const cost = {
  algorithm: 'argon2id',
  memory: 47_104,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
  saltBytes: 16,
}

test('a password is hashed with argon2id at the agreed cost, and verified', async () => {
  const stored = await hashPassword('correct zebra lantern 9')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(seen.costs).toEqual([cost])
  expect(await verifyPassword('correct zebra lantern 9', stored)).toBe(true)
  expect(await verifyPassword('correct zebra lantern 8', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
  expect(await hashPassword('correct zebra lantern 9')).not.toBe(stored)
})

test('a hash of the reference implementation verifies, and asks to be made anew', async () => {
  // From the test vectors of P-H-C/phc-winner-argon2.
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', reference)).toBe(true)
  expect(needsRehash(reference)).toBe(true)
  expect(needsRehash(await hashPassword('x'))).toBe(false)
  expect(needsRehash('$2b$10$abc')).toBe(true)
})

test('an accent is the same password, composed or not', async () => {
  expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true)
})

test('an unknown member costs the very same work as a known one', async () => {
  const stored = await hashPassword('a')
  seen.costs = []
  await verifyPassword('guess', stored)
  await spendEqualTime('guess')
  expect(seen.costs).toEqual([cost, cost])
})

test('no more than four are hashed at once, whoever asks', async () => {
  const stored = await hashPassword('a')
  const works = Array.from({ length: 4 }, () => [
    hashPassword('b'),
    verifyPassword('a', stored),
    spendEqualTime('c'),
  ])
  await Promise.all(works.flat())
  expect(seen.most).toBe(4)
})

test('a damaged hash is a fault that quotes nothing', async () => {
  await expect(verifyPassword('planted-password', 'planted-hash')).rejects.toThrow(
    /^A stored password hash is not in the form of argon2id\.$/,
  )
})
