import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '#platform/crypto/tokens'
import { createKey, createMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { findKeyCallers } from './find-key-callers.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const keyHash = async () => {
  const { id } = await createMember(server)
  return hashToken((await createKey(server.db, id, ['profile:read'])).token)
}

it('returns the results of a batch in the order of its requests', async () => {
  const [a, b, unknown] = [await keyHash(), await keyHash(), hashToken('unknown')]
  const found = await findKeyCallers(server.db, [b, unknown, a, b], 100)
  expect(found.map((one) => one?.keyId !== undefined)).toEqual([true, false, true, true])
  expect(found[0]?.keyId).toBe(found[3]?.keyId)
  expect(found[2]?.keyId).not.toBe(found[0]?.keyId)
})

it('admits as many requests of a batch as the limit allows', async () => {
  const hash = await keyHash()
  await findKeyCallers(server.db, Array(7).fill(hash), 10)
  const found = await findKeyCallers(server.db, Array(5).fill(hash), 10)
  expect(found.map((one) => one?.retryAfter === 0)).toEqual([true, true, true, false, false])
})
