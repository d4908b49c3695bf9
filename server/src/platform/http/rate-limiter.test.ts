import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { sql } from '../db/sql.ts'
import { createRateLimiter } from './rate-limiter.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

it('allows exactly as many concurrent requests as the window permits', async () => {
  const take = createRateLimiter(base.db, 30, 60)
  const waits = await Promise.all(Array.from({ length: 100 }, () => take('address:test:1')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
  expect(waits.filter((wait) => wait > 0)).toHaveLength(70)
  expect(await take('address:test:2')).toBe(0)
})

it('shares one window between two processes', async () => {
  const [here, there] = [createRateLimiter(base.db, 10, 60), createRateLimiter(base.db, 10, 60)]
  const all = Array.from({ length: 20 }, (_, i) => (i % 2 ? here : there)('address:test:3'))
  expect((await Promise.all(all)).filter((wait) => wait === 0)).toHaveLength(10)
})

it('makes nobody wait longer than a window after the clock was set back, and still limits', async () => {
  const take = createRateLimiter(base.db, 5, 60)
  const bucket = 'address:test:4'
  for (let i = 0; i < 5; i++) expect(await take(bucket)).toBe(0)
  await base.db.run(sql`update rate_windows set head = head + 3600 where bucket = ${bucket}`)
  const wait = await take(bucket)
  expect(wait).toBeGreaterThan(30)
  expect(wait).toBeLessThanOrEqual(62)
})
