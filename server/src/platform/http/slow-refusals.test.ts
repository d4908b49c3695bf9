import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_LIMIT_WEBHOOK_PER_MINUTE: '1' })
  await call()
})
afterAll(() => server.close())

const call = () => fetch(new URL('/hooks/wf/unknown', server.url), { method: 'POST' })
async function refusedAfter() {
  const startedAt = performance.now()
  expect((await call()).status).toBe(429)
  return performance.now() - startedAt
}

it('a program that is refused gets its refusals slowly', async () => {
  expect(await refusedAfter()).toBeGreaterThan(200)
})

it('refusals of one address come one after the other', async () => {
  const waits = (await Promise.all(Array.from({ length: 20 }, refusedAfter))).sort((a, b) => a - b)
  expect((waits.at(-1) ?? 0) - (waits[0] ?? 0)).toBeGreaterThan(300)
})
