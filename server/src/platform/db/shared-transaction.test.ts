import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { oldSpaceGrowth } from '#test/old-space'
import { markShared, merge, readOnce } from './shared-transaction.ts'
import { sql } from './sql.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

// In a WeakMap by transaction it lives until the next full collection.
test('young collections free what callers shared in a transaction', async () => {
  const work = () =>
    base.db.transaction(async (tx) => {
      markShared(tx)
      await readOnce(tx, 'rows', () =>
        tx.rows(sql`select n, repeat('x', 100) as text from generate_series(1, 50) n`),
      )
      await merge(tx, 'items', 1, (items) => Promise.resolve(items))
    })
  // 1,000 results are some 7 MB.
  expect(await oldSpaceGrowth(1_000, work)).toBeLessThan(2)
})

test('callers of a shared transaction read once and are passed on together', async () => {
  const reads: number[] = []
  const calls: number[][] = []
  const work = () =>
    base.db.transaction(async (tx) => {
      markShared(tx)
      const use = async (item: number) => {
        await readOnce(tx, 'key', () => Promise.resolve(reads.push(item)))
        return merge(tx, 'key', item, (items) => {
          calls.push(items)
          return Promise.resolve(items.map((value) => value * 10))
        })
      }
      return Promise.all([use(1), use(2)])
    })
  expect(await work()).toEqual([10, 20])
  expect(await work()).toEqual([10, 20])
  expect(reads).toEqual([1, 1])
  expect(calls).toEqual([
    [1, 2],
    [1, 2],
  ])
})
