import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/db/embedded/embedded-postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { asSession, type Client, clientOf } from '../client.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let child: ChildServer
let session: Client
const admin = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mw-away-'))
  postgres = await startEmbeddedPostgres({ dataDir })
  child = await startChildServer({
    DATABASE_URL: postgres.url,
    MAILWRIGHT_ADMIN_EMAIL: admin.email,
    MAILWRIGHT_ADMIN_PASSWORD: admin.password,
    MAILWRIGHT_LOG_LEVEL: 'silent',
  })
  const answer = await clientOf(child.url)('POST', '/api/v1/auth/login', { body: admin })
  const token = /mailwright_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  session = asSession(child.url, token)
})
afterAll(async () => {
  await child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('returns 503 while the database is down, and recovers by itself', async () => {
  expect((await session('GET', '/api/v1/me')).status).toBe(200)
  await postgres.stop()
  const away = await session('GET', '/api/v1/me')
  expect([away.status, away.body.code]).toEqual([503, 'internal.unavailable'])
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await session('GET', '/healthz')).status).toBe(200)
  const ready = await session('GET', '/readyz')
  expect([ready.status, ready.body.status]).toEqual([503, 'not_ready'])
  postgres = await startEmbeddedPostgres({ dataDir })
  await expect.poll(async () => (await session('GET', '/readyz')).status).toBe(200)
  expect((await session('GET', '/api/v1/me')).status).toBe(200)
})

it('loses no acknowledged write when the database restarts under load', async () => {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let running = true
  const writer = async (n: number) => {
    for (let i = 0; running; i++) {
      const name = `W${n}-${i}`
      const { status } = await session('POST', '/api/v1/signatures', { body: { name } })
      statuses.add(status)
      if (status === 201) acknowledged.push(name)
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const writers = [0, 1, 2, 3].map(writer)
  for (let round = 0; round < 3; round++) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
    await postgres.stop()
    await new Promise((resolve) => setTimeout(resolve, 300))
    postgres = await startEmbeddedPostgres({ dataDir })
  }
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
  running = false
  await Promise.all(writers)
  expect([...statuses].every((status) => status === 201 || status === 503)).toBe(true)
  const db = openDatabase({ url: postgres.url, connections: 1, name: 'test', onIdleError: () => undefined })
  const rows = await db.rows<{ name: string }>(sql`select name from signatures`)
  await db.close()
  const stored = new Set(rows.map((row) => row.name))
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
})
