import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { type Database, type Db, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './faults.ts'
import { quick, sql, textOnly } from './sql.ts'

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

test.each([false, true])(
  'a statement that returns only texts returns them unchanged, as arrays (sharing: %s)',
  async (sharesQuick) => {
    const db = openDatabase({
      url: base.url,
      connections: 2,
      name: 'texts',
      pipeline: true,
      sharesQuick,
      onIdleError: () => undefined,
    })
    const long = 'Größe 1 € 😀\t"\\"\n'.repeat(2_000)
    const query = (text: string) =>
      textOnly(quick(sql`select ${text}::text, null::text, '' from generate_series(1, 2)`))
    for (const text of [long, '', 'short'])
      expect(await db.rows(query(text))).toEqual([
        [text, null, ''],
        [text, null, ''],
      ])
    await expect(db.rows(textOnly(sql`select 'x' || ${1}::int / 0`))).rejects.toThrow('division by zero')
    await db.close()
  },
)

describe.each([false, true])(
  'a transaction whose statements are sent together (pipeline: %s)',
  (pipeline) => {
    let db: Database
    beforeAll(async () => {
      db = openDatabase({
        url: base.url,
        connections: 1,
        name: 'together',
        pipeline,
        onIdleError: () => undefined,
      })
      await db.run(sql`create table if not exists sent (n int primary key)`)
      await db.run(sql`truncate sent`)
    })
    afterAll(() => db.close())
    const sent = async () => (await base.db.rows<{ n: number }>(sql`select n from sent`)).map(({ n }) => n)

    test('begins before its first statement', async () => {
      await expect(
        db.transaction(
          async (tx) => {
            await tx.run(sql`insert into sent values (1)`)
            expect(await sent()).toEqual([])
            throw new Error('changed its mind')
          },
          { startsWithRead: true },
        ),
      ).rejects.toThrow('changed its mind')
      expect(await sent()).toEqual([])
    })

    test('does not go on if it cannot begin', async () => {
      const limits = { lockMs: Number.NaN, statementMs: 1 }
      const work = async (tx: Db) => void (await tx.run(sql`insert into sent values (2)`))
      await expect(db.transaction(work, { limits, startsWithRead: true })).rejects.toThrow('lock_timeout')
      await db.transaction(work, { startsWithRead: true })
      expect(await sent()).toEqual([2])
    })

    test('commits with its last statement', async () => {
      const effects: string[] = []
      await db.transaction(async (tx) => {
        await tx.run(sql`insert into sent values (3)`)
        tx.sendLast(tx.run(sql`insert into sent values (4)`))
        tx.afterCommit(() => effects.push('committed'))
      })
      expect(await sent()).toEqual([2, 3, 4])
      expect(effects).toEqual(['committed'])
    })

    test('is rolled back if its last statement fails', async () => {
      const effects: string[] = []
      await expect(
        db.transaction(async (tx) => {
          await tx.run(sql`insert into sent values (5)`)
          tx.sendLast(tx.run(sql`insert into sent values (2)`))
          tx.afterCommit(() => effects.push('committed'))
        }),
      ).rejects.toThrow('sent_pkey')
      expect(await sent()).toEqual([2, 3, 4])
      expect(effects).toEqual([])
      expect(await db.row(sql`select 1 as n`)).toEqual({ n: 1 })
    })

    test('fails as a whole if the connection is lost', async () => {
      const failing = db.transaction(async (tx) => {
        await tx.run(sql`insert into sent values (6)`)
        tx.sendLast(tx.run(sql`select pg_terminate_backend(pg_backend_pid())`))
      })
      const error = await failing.catch((e: unknown) => e)
      expect(isDatabaseUnavailable(error)).toBe(true)
      expect(await sent()).toEqual([2, 3, 4])
      expect(await db.row(sql`select 1 as n`)).toEqual({ n: 1 })
    })
  },
)
