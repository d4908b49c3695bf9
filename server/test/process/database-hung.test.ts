import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { listPostgresIn, sendSignal } from '../../src/platform/db/embedded/processes.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { startChildServer } from '../child-server.ts'
import { clientOf } from '../client.ts'
import { administrator, startProductOnDatabase } from '../product-on-database.ts'

let product: Awaited<ReturnType<typeof startProductOnDatabase>>

const signalAll = (signal: NodeJS.Signals) => {
  for (const pid of listPostgresIn(join(product.dataDir, 'postgres'))) sendSignal(pid, signal)
}
/**
 * The processes stay alive and their connections open; nothing is answered. Signalled twice: the main process may
 * have started one for a new connection between the listing of processes and its own signal.
 */
const freeze = () => {
  signalAll('SIGSTOP')
  signalAll('SIGSTOP')
}
const thaw = () => signalAll('SIGCONT')

beforeAll(async () => {
  product = await startProductOnDatabase()
})
afterEach(thaw)
afterAll(() => product.stop())

const isReady = async () => {
  // Far above the promised two seconds, far below what an operating system takes to give up on a connection.
  const signal = AbortSignal.timeout(10_000)
  const { status } = await fetch(new URL('/readyz', product.child.url), { signal })
  return status
}
const addSignature = (name: string, key: string) =>
  product.session('POST', '/api/v1/signatures', { body: { name }, headers: { 'idempotency-key': key } })

const withDatabase = async <T>(work: (db: Database) => Promise<T>) => {
  const db = openDatabase({
    url: product.databaseUrl,
    connections: 1,
    name: 'test',
    onIdleError: () => undefined,
  })
  const result = await work(db)
  await db.close()
  return result
}
const countSignatures = async (name: string) =>
  (await withDatabase((db) => db.rows(sql`select from signatures where name = ${name}`))).length

describe('while PostgreSQL hangs', { timeout: 120_000 }, () => {
  it('is not ready, answers requests with 503, and recovers by itself', async () => {
    expect(await isReady()).toBe(200)
    freeze()
    expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([503, 503, 503])
    const calls = await Promise.all([
      product.session('GET', '/api/v1/me'),
      product.session('POST', '/api/v1/signatures', { body: { name: 'Hung' } }),
      clientOf(product.child.url)('POST', '/api/v1/auth/login', { body: administrator }),
    ])
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(
      calls.map(() => [503, 'internal.unavailable']),
    )
    expect(await isReady()).toBe(503)
    expect((await product.session('GET', '/healthz')).status).toBe(200)
    thaw()
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    await expect
      .poll(async () => (await product.session('GET', '/api/v1/me')).status, { timeout: 60_000 })
      .toBe(200)
  })

  it('does not hold on to more and more connections', async () => {
    freeze()
    const calls = await Promise.all(Array.from({ length: 100 }, () => product.session('GET', '/api/v1/me')))
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([503]))
    thaw()
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    const after = await Promise.all(Array.from({ length: 100 }, () => product.session('GET', '/api/v1/me')))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('lets a write be repeated with its Idempotency-Key, which then takes effect once', async () => {
    // Opens the connections on which the next calls are sent, so that the server executes them late.
    await Promise.all(Array.from({ length: 20 }, () => product.session('GET', '/api/v1/me')))
    const names = Array.from({ length: 8 }, (_, n) => `Late ${n}`)
    const calls = names.map((name) => addSignature(name, name))
    freeze()
    const first = await Promise.all(calls)
    expect(first.every(({ status }) => [201, 500, 503].includes(status))).toBe(true)
    thaw()
    for (const name of names) {
      await expect.poll(async () => (await addSignature(name, name)).status, { timeout: 60_000 }).toBe(201)
      expect(await countSignatures(name)).toBe(1)
    }
  })

  it('answers a write with 503 when not even its session was found', async () => {
    // Finding the session then records its use, in the same statement.
    const age = sql`update sessions set last_seen_at = now() - interval '2 minutes'`
    await withDatabase((db) => db.run(age))
    freeze()
    const { status, body } = await product.session('POST', '/api/v1/signatures', { body: { name: 'Unseen' } })
    expect([status, body.code]).toEqual([503, 'internal.unavailable'])
    thaw()
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    expect(await countSignatures('Unseen')).toBe(0)
  })

  it('never answers 503 to a write that took effect', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `Unkeyed ${n}`)
    const write = async (name: string) =>
      (await product.session('POST', '/api/v1/signatures', { body: { name } })).status
    const answers: Promise<number>[] = []
    for (const name of names) {
      answers.push(write(name))
      // Some are in each stage of their transaction.
      if (answers.length === 20) freeze()
      if (answers.length % 5 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const statuses = await Promise.all(answers)
    thaw()
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    expect(statuses).toContain(503)
    for (const [n, name] of names.entries()) {
      const stored = await countSignatures(name)
      expect([statuses[n], stored]).toEqual([
        statuses[n],
        statuses[n] === 201 ? 1 : statuses[n] === 503 ? 0 : expect.toBeOneOf([0, 1]),
      ])
    }
    expect(statuses.every((status) => [201, 500, 503].includes(status))).toBe(true)
  })

  it('ends after one signal, although requests wait for the database', async () => {
    const other = await startChildServer({
      DATABASE_URL: product.databaseUrl,
      MAILWRIGHT_LOG_LEVEL: 'silent',
    })
    freeze()
    const call = clientOf(other.url)('POST', '/api/v1/auth/login', { body: administrator }).catch(
      () => undefined,
    )
    const closed = once(other.process, 'close')
    other.process.kill('SIGTERM')
    await closed
    expect(other.process.signalCode).toBeNull()
    await call
  })
})
