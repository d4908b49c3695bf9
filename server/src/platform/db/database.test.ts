import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { openDatabase } from './database.ts'
import { sql } from './sql.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

// As that of a process that was suspended or cut off from the network.
test('a transaction that is left open loses its locks to others, and cannot commit', async () => {
  const { db, url } = base
  await db.run(sql`create table locked as select 1 as n`)
  const suspended = openDatabase({ url, connections: 1, name: 'suspended', onIdleError: () => undefined })
  const left = await suspended.begin()
  await left.run(sql`update locked set n = 2`)
  await db.run(sql`update locked set n = n + 10`)
  await expect(left.commit()).rejects.toThrow()
  expect(await db.rows(sql`select n from locked`)).toEqual([{ n: 11 }])
  await suspended.close()
})
