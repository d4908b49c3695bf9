import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { startProductOnDatabase } from '../product-on-database.ts'

let product: Awaited<ReturnType<typeof startProductOnDatabase>>

beforeAll(async () => {
  product = await startProductOnDatabase({ MAILWRIGHT_LOG_LEVEL: 'warn' })
})
afterAll(() => product.stop())

it('returns 503 while the database is down, and recovers by itself', async () => {
  expect((await product.session('GET', '/api/v1/me')).status).toBe(200)
  await product.stopDatabase()
  const away = await product.session('GET', '/api/v1/me')
  expect([away.status, away.body.code]).toEqual([503, 'internal.unavailable'])
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await product.session('GET', '/healthz')).status).toBe(200)
  const calls = Array.from({ length: 200 }, () => product.session('GET', '/api/v1/me'))
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([503]))
  const logged = () => product.child.output().split('another required resource is unavailable').length - 1
  await expect.poll(logged).toBeGreaterThan(0)
  expect(logged(), product.child.output()).toBeLessThan(20)
  const ready = await product.session('GET', '/readyz')
  expect([ready.status, ready.body.status]).toEqual([503, 'not_ready'])
  await product.startDatabase()
  await expect.poll(async () => (await product.session('GET', '/readyz')).status).toBe(200)
  expect((await product.session('GET', '/api/v1/me')).status).toBe(200)
})

it('is not ready while the database refuses to write, and says why', async () => {
  const admin = openDatabase({
    url: product.databaseUrl,
    connections: 1,
    name: 'test',
    onIdleError: () => undefined,
  })
  const setReadOnly = async (value: string) => {
    // A new connection would be read-only as well.
    await admin.pool.query(
      `set default_transaction_read_only = off; alter database mailwright set default_transaction_read_only = ${value}`,
    )
    await admin.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'mailwright%'`)
  }
  const readiness = async () => {
    const { status, body } = await product.session('GET', '/readyz')
    return [status, body.checks?.[0]?.detail]
  }
  try {
    await setReadOnly('on')
    await expect.poll(readiness).toEqual([503, 'cannot write, because it is read-only'])
  } finally {
    await setReadOnly('off')
    await admin.close()
  }
  await expect.poll(readiness).toEqual([200, undefined])
})

it('loses no acknowledged write when the database restarts under load', async () => {
  const acknowledged: string[] = []
  const refused: string[] = []
  const statuses = new Set<number>()
  let running = true
  const writer = async (n: number) => {
    for (let i = 0; running; i++) {
      const name = `W${n}-${i}`
      const { status } = await product.session('POST', '/api/v1/signatures', { body: { name } })
      statuses.add(status)
      if (status === 503) refused.push(name)
      if (status === 201) acknowledged.push(name)
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const writers = [0, 1, 2, 3].map(writer)
  for (let round = 0; round < 3; round++) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
    await product.stopDatabase()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await product.startDatabase()
  }
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
  running = false
  await Promise.all(writers)
  expect([...statuses].every((status) => [201, 500, 503].includes(status))).toBe(true)
  const db = openDatabase({
    url: product.databaseUrl,
    connections: 1,
    name: 'test',
    onIdleError: () => undefined,
  })
  const rows = await db.rows<{ name: string }>(sql`select name from signatures`)
  await db.close()
  const stored = new Set(rows.map((row) => row.name))
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
  expect(refused.filter((name) => stored.has(name))).toEqual([])
})
