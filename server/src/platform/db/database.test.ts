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

test('an idle connection that the server ends is reported, but not while it is being closed', async () => {
  const { db, url } = base
  const lost: string[] = []
  const idle = openDatabase({
    url,
    connections: 1,
    name: 'idle',
    onIdleError: (error) => lost.push(error.message),
  })
  await idle.run(sql`select 1`)
  await db.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'idle'`)
  await expect.poll(() => lost).toEqual(['terminating connection due to administrator command'])

  const client = await idle.pool.connect()
  client.release()
  const closed = idle.close()
  // What the client reports when the server stops before it has read the end of the session.
  idle.pool.emit('error', new Error('the server stops'), client)
  await closed
  expect(lost).toHaveLength(1)
})
