import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { oldSpaceGrowth } from '#test/old-space'
import { type Db, openDatabase } from './database.ts'
import { isUnanswered } from './faults.ts'
import { longRunning, sql } from './sql.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

const open = (answerMs: number, pipeline = false) =>
  openDatabase({
    url: base.url,
    connections: 1,
    name: 'client test',
    onIdleError: () => undefined,
    answerMs,
    pipeline,
  })

test.each([false, true])(
  'gives up a statement without an answer and its connection (pipeline: %s)',
  async (pipeline) => {
    const db = open(300, pipeline)
    const unanswered = db.rows(sql`select pg_sleep(20)`)
    await expect(unanswered).rejects.toSatisfy(isUnanswered)
    expect(await db.rows(sql`select 1 as n`)).toEqual([{ n: 1 }])
    await db.close()
  },
)

test('waits longer for a statement that may take longer', async () => {
  const db = open(300)
  expect(await db.rows(longRunning(sql`select 1 as n from pg_sleep(1)`, 20_000))).toEqual([{ n: 1 }])
  await db.close()
})

test('gives up a transaction with a statement without an answer', async () => {
  const db = open(300)
  await db.run(sql`create table given_up (n int)`)
  const work = db.transaction(async (tx) => {
    await tx.run(sql`insert into given_up values (1)`)
    await tx.rows(sql`select pg_sleep(20)`)
  })
  await expect(work).rejects.toSatisfy(isUnanswered)
  expect(await db.rows(sql`select n from given_up`)).toEqual([])
  await db.close()
})

test('reports where a failing statement was run', async () => {
  const runWrongStatement = async (db: Db) => await db.rows(sql`select no_such_column`)
  for (const run of [() => runWrongStatement(base.db), () => base.db.transaction(runWrongStatement)]) {
    const error = await run().catch((error: Error) => error)
    expect(error).toMatchObject({ code: '42703', stack: expect.stringContaining('runWrongStatement') })
  }
})

// With the driver's own time limit and promises they live until the next full collection.
test('young collections free the rows of finished statements', async () => {
  const read = () => base.db.rows(sql`select n, repeat('x', 100) as text from generate_series(1, 50) n`)
  // 1,000 replies are some 7 MB.
  expect(await oldSpaceGrowth(1_000, read)).toBeLessThan(2)
})
