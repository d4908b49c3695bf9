import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { type Database, openDatabase } from './database.ts'
import { createSharedConnection } from './shared-connection.ts'
import { compile, quick, sql } from './sql.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

const open = () =>
  openDatabase({
    url: base.url,
    connections: 4,
    name: 'shared',
    pipeline: true,
    sharesQuick: true,
    onIdleError: () => undefined,
  })

const pidAfter = async (seconds: number) =>
  (await db.row<{ pid: number }>(quick(sql`select pg_backend_pid() as pid, pg_sleep(${seconds}::float8)`)))
    ?.pid
const pidsOf = (count: number, seconds: number) =>
  Promise.all(Array.from({ length: count }, () => pidAfter(seconds)))

/** The first read opens the connection, and does not wait for it. */
async function findShared(): Promise<number> {
  await expect.poll(async () => new Set(await pidsOf(4, 0.001)).size, { timeout: 20_000 }).toBe(1)
  return (await pidAfter(0)) as number
}

describe('quick statements', () => {
  beforeEach(() => {
    db = open()
  })
  afterEach(() => db.close())

  it('share a connection, up to eight of them', async () => {
    const shared = await findShared()
    // Fewer if the process stands still for a moment between the first and the eighth.
    const sharers = async () => (await pidsOf(12, 0.005)).filter((pid) => pid === shared)
    await expect.poll(sharers, { timeout: 20_000 }).toHaveLength(8)
  })

  it('do not follow a long one', async () => {
    const shared = await findShared()
    const long = pidAfter(2)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const startedAt = performance.now()
    const others = await pidsOf(3, 0)
    expect(others).not.toContain(shared)
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    expect(await long).toBe(shared)
  })

  it('do not fail with one of them', async () => {
    const shared = await findShared()
    const [failed, ...pids] = await Promise.allSettled([
      db.row(quick(sql`select 1 / ${0}::int`)),
      pidAfter(0),
      pidAfter(0),
    ])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(pids).toEqual([
      { status: 'fulfilled', value: shared },
      { status: 'fulfilled', value: shared },
    ])
    expect(await pidAfter(0)).toBe(shared)
  })

  it('get another connection when the server has ended theirs', async () => {
    const shared = await findShared()
    const lost = expect(pidAfter(10)).rejects.toThrow()
    await base.db.run(sql`select pg_terminate_backend(${shared}::int)`)
    await lost
    // Not even the first one fails.
    expect(await pidAfter(0)).not.toBe(shared)
    const next = await findShared()
    const { totalCount } = db.pool
    await base.db.run(sql`select pg_terminate_backend(${next}::int)`)
    await expect.poll(() => db.pool.totalCount, { timeout: 20_000 }).toBe(totalCount - 1)
    expect(await pidAfter(0)).not.toBe(next)
  })

  it('are answered before the connections are closed', async () => {
    const shared = await findShared()
    const last = pidAfter(0.3)
    await db.close()
    expect(await last).toBe(shared)
    db = open()
  })
})

it('an unused shared connection is given back to the pool', async () => {
  const { pool, close } = openDatabase({
    url: base.url,
    connections: 1,
    name: 'idle',
    pipeline: true,
    onIdleError: () => undefined,
  })
  const shared = createSharedConnection(pool, 100)
  const statement = compile(sql`select 1 as n`)
  expect(shared.send(statement)).toBe(undefined)
  await expect.poll(async () => (await shared.send(statement))?.rows, { timeout: 20_000 }).toEqual([{ n: 1 }])
  expect(pool.idleCount).toBe(0)
  await expect.poll(() => pool.idleCount, { timeout: 20_000 }).toBe(1)
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
  shared.close()
  await close()
})
