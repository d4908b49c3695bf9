import { beforeEach, expect, test, vi } from 'vitest'

const recorded = vi.hoisted(() => ({ running: 0, maxRunning: 0, costs: [] as object[] }))

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  const argon2: typeof real.argon2 = (algorithm, parameters, callback) => {
    const { message: _message, nonce, ...cost } = parameters
    recorded.costs.push({ algorithm, ...cost, saltBytes: Buffer.from(nonce as Buffer).length })
    recorded.running += 1
    recorded.maxRunning = Math.max(recorded.maxRunning, recorded.running)
    real.argon2(algorithm, parameters, (error, derived) => {
      recorded.running -= 1
      callback(error, derived)
    })
  }
  return { ...real, argon2 }
})

// Another file of this process may have loaded it with the real functions.
vi.resetModules()
const { hashPassword, needsRehash, spendEqualTime, verifyPassword } = await import('./passwords.ts')

beforeEach(() => Object.assign(recorded, { running: 0, maxRunning: 0, costs: [] }))

const cost = {
  algorithm: 'argon2id',
  memory: 47_104,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
  saltBytes: 16,
}

test('hashes with argon2id at the configured cost, and verifies', async () => {
  const stored = await hashPassword('correct zebra lantern 9')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(recorded.costs).toEqual([cost])
  expect(await verifyPassword('correct zebra lantern 9', stored)).toBe(true)
  expect(await verifyPassword('correct zebra lantern 8', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
  expect(await hashPassword('correct zebra lantern 9')).not.toBe(stored)
})

test('verifies a hash of the reference implementation and asks for a rehash', async () => {
  // From the test vectors of P-H-C/phc-winner-argon2.
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', reference)).toBe(true)
  expect(needsRehash(reference)).toBe(true)
  expect(needsRehash(await hashPassword('x'))).toBe(false)
  expect(needsRehash('$2b$10$abc')).toBe(true)
})

test('treats composed and decomposed accents as the same password', async () => {
  expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true)
})

test('does the same work for an unknown member as for a known one', async () => {
  const stored = await hashPassword('a')
  recorded.costs = []
  await verifyPassword('guess', stored)
  await spendEqualTime('guess')
  expect(recorded.costs).toEqual([cost, cost])
})

test('hashes at most four passwords at once', async () => {
  const stored = await hashPassword('a')
  const works = Array.from({ length: 4 }, () => [
    hashPassword('b'),
    verifyPassword('a', stored),
    spendEqualTime('c'),
  ])
  await Promise.all(works.flat())
  expect(recorded.maxRunning).toBe(4)
})

test('a flood of passwords cannot fill the memory: those beyond the queue are rejected at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('flood')))
  const rejected = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(rejected).toHaveLength(60 - 36)
  expect(rejected[0]).toMatchObject({ code: 'internal.unavailable', extra: { retryAfterSeconds: 2 } })
  expect(recorded.maxRunning).toBe(4)
  expect(await hashPassword('afterwards')).toMatch(/^\$argon2id/)
})

test('rejects a damaged hash without quoting it', async () => {
  await expect(verifyPassword('planted-password', 'planted-hash')).rejects.toThrow(
    /^a stored password hash is not an argon2id hash$/,
  )
})
