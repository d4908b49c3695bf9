import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/db/embedded/embedded-postgres.ts'
import { listPostgresIn, sendSignal } from '../../src/platform/db/embedded/processes.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { asSession, type Client, clientOf } from '../client.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let child: ChildServer
let session: Client
const admin = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }

const signalAll = (signal: NodeJS.Signals) => {
  for (const pid of listPostgresIn(join(dataDir, 'postgres'))) sendSignal(pid, signal)
}
/** The processes stay alive and their connections open; nothing is answered. */
const freeze = () => signalAll('SIGSTOP')
const thaw = () => signalAll('SIGCONT')

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mw-hung-'))
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
afterEach(thaw)
afterAll(async () => {
  await child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const isReady = async () => {
  // Far above the promised two seconds, far below what an operating system takes to give up on a connection.
  const signal = AbortSignal.timeout(10_000)
  const { status } = await fetch(new URL('/readyz', child.url), { signal })
  return status
}
const addSignature = (name: string, key: string) =>
  session('POST', '/api/v1/signatures', { body: { name }, headers: { 'idempotency-key': key } })

const countSignatures = async (name: string) => {
  const db = openDatabase({ url: postgres.url, connections: 1, name: 'test', onIdleError: () => undefined })
  const rows = await db.rows(sql`select from signatures where name = ${name}`)
  await db.close()
  return rows.length
}

describe('while PostgreSQL hangs', { timeout: 120_000 }, () => {
  it('is not ready, answers requests with 503, and recovers by itself', async () => {
    expect(await isReady()).toBe(200)
    freeze()
    expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([503, 503, 503])
    const calls = await Promise.all([
      session('GET', '/api/v1/me'),
      session('POST', '/api/v1/signatures', { body: { name: 'Hung' } }),
      clientOf(child.url)('POST', '/api/v1/auth/login', { body: admin }),
    ])
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(
      calls.map(() => [503, 'internal.unavailable']),
    )
    expect(await isReady()).toBe(503)
    expect((await session('GET', '/healthz')).status).toBe(200)
    thaw()
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    await expect.poll(async () => (await session('GET', '/api/v1/me')).status, { timeout: 60_000 }).toBe(200)
  })

  it('does not hold on to more and more connections', async () => {
    freeze()
    const calls = await Promise.all(Array.from({ length: 100 }, () => session('GET', '/api/v1/me')))
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([503]))
    thaw()
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    const after = await Promise.all(Array.from({ length: 100 }, () => session('GET', '/api/v1/me')))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('lets a write be repeated with its Idempotency-Key, which then takes effect once', async () => {
    // Opens the connections on which the next calls are sent, so that the server executes them late.
    await Promise.all(Array.from({ length: 20 }, () => session('GET', '/api/v1/me')))
    const names = Array.from({ length: 8 }, (_, n) => `Late ${n}`)
    const calls = names.map((name) => addSignature(name, name))
    freeze()
    const first = await Promise.all(calls)
    expect(first.every(({ status }) => status === 201 || status === 503)).toBe(true)
    thaw()
    for (const name of names) {
      await expect.poll(async () => (await addSignature(name, name)).status, { timeout: 60_000 }).toBe(201)
      expect(await countSignatures(name)).toBe(1)
    }
  })

  it('ends after one signal, although requests wait for the database', async () => {
    const other = await startChildServer({ DATABASE_URL: postgres.url, MAILWRIGHT_LOG_LEVEL: 'silent' })
    freeze()
    const call = clientOf(other.url)('POST', '/api/v1/auth/login', { body: admin }).catch(() => undefined)
    const closed = once(other.process, 'close')
    other.process.kill('SIGTERM')
    await closed
    expect(other.process.signalCode).toBeNull()
    await call
  })
})
