import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#test/server'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { purgeExecutions } from '../executions/executions.store.ts'
import { countAi, countMail, countRuns, type Question } from './fixtures/brute-force.ts'
import { type Cast, clearFigures, createCast, type History, insertHistory } from './fixtures/history.ts'
import { askedHistoryIn, seasons } from './fixtures/random-history.ts'
import { countBatch, rollUp } from './roll-up.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await testServer()
  cast = await createCast(server)
})
afterAll(() => server.close())

const sources = ['executions', 'journal', 'mail', 'ai'] as const

async function ask(route: string, { from, to, ...question }: Question) {
  const caller = cast.members[0]
  const query = new URLSearchParams({
    ...question,
    period: 'custom',
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  const reply = await caller?.session('GET', `/api/v1/dashboard/${route}?${query}`)
  expect(reply?.status, reply?.text).toBe(200)
  return reply?.body
}

/** `kept` are the executions that retention has not deleted. */
async function expectExact(questions: Question[], history: History, kept: ReadonlySet<string>) {
  for (const question of questions) {
    const asked = { ...question, callerId: cast.members[0]?.id ?? '', cast }
    const { failedIds, ...runs } = countRuns(asked, history)
    const { recentFailures, ...executions } = await ask('executions', question)
    expect(executions).toEqual(runs)
    expect(recentFailures.map((one: { executionId: string }) => one.executionId)).toEqual(
      failedIds.filter((id) => kept.has(id)),
    )
    expect(await ask('mail', question)).toEqual(countMail(asked, history))
    expect(await ask('ai', question)).toEqual(countAi(asked, history))
  }
}

/** Ends every transaction just before it would commit, as a crash does. */
const crashing = (db: Database): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (tx) => {
      await work(tx)
      throw new Error('crash')
    }),
})

const storedIds = async () =>
  new Set((await server.db.rows<{ id: string }>(sql`select id from executions`)).map(({ id }) => id))

describe.each(seasons)('the dashboard of a season', (season) => {
  it('equals a count of every record: before, during and after the roll-up, and after retention', async () => {
    const { db } = server
    const property = fc.asyncProperty(
      askedHistoryIn(season, cast),
      fc.constantFrom(1, 6, 15, 30),
      async ({ history, questions }, batch) => {
        await clearFigures(db, season.from)
        await insertHistory(db, history)
        const stored = await storedIds()
        await expectExact(questions, history, stored)
        for (const source of sources) await countBatch(db, source, batch)
        await expectExact(questions, history, stored)
        for (const source of sources)
          await expect(countBatch(crashing(db), source, batch)).rejects.toThrow('crash')
        // Two processes at once, while people read.
        await Promise.all([
          rollUp(db, undefined, batch),
          rollUp(db, undefined, 10),
          expectExact(questions, history, stored),
        ])
        await expectExact(questions, history, stored)
        await rollUp(db)
        await purgeExecutions(db, 30, 1000)
        await db.run(sql`delete from journal_entries`)
        await db.run(sql`delete from outgoing_messages`)
        await expectExact(questions, history, await storedIds())
      },
    )
    await fc.assert(property, { numRuns: 12 })
  }, 600_000)
})
