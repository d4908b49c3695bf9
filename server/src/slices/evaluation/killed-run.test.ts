import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChildServer, startChildServer } from '#test/child-server'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { bySubject, openEvaluation, type TestEvaluation } from './fixtures/open-evaluation.ts'

const eventually = { timeout: 120_000, interval: 50 }
// More than one job takes.
const cases = 23
const gate = 4711
let t: TestEvaluation
let worker: ChildServer

const startWorker = () =>
  startChildServer({
    DATABASE_URL: t.server.databaseUrl,
    MAILWRIGHT_ROLES: 'worker',
    MAILWRIGHT_OUTBOUND_ALLOW: t.model.allow,
    MAILWRIGHT_LOG_LEVEL: 'silent',
  })

beforeAll(async () => {
  t = await openEvaluation({ MAILWRIGHT_ROLES: 'api' })
  // Notes every decision, also a second one, and stops before it while the gate is closed.
  await t.server.db.run(sql`create table decisions (case_id uuid not null)`)
  await t.server.db.run(sql`
    create function note_decision() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(4711); insert into decisions values (new.id); return new; end'`)
  await t.server.db.run(sql`
    create trigger note before update on eval_cases for each row execute function note_decision()`)
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.kill()
  await t?.close()
})

const answered = () => t.model.calls.filter(({ outcome }) => outcome === 'answered').length
const countOf = async (rows: Sql) => (await t.server.db.row<{ count: number }>(rows))?.count ?? 0
const answers = () =>
  countOf(sql`
    select count(*) as count from ai_answers a join eval_cases c on a.key = 'evaluation ' || c.id
    where c.run_id = ${runId}`)
const decisions = () =>
  countOf(sql`
    select count(*) as count from decisions d join eval_cases c on c.id = d.case_id where c.run_id = ${runId}`)

let runId: string
let start: () => Promise<void>
beforeEach(async () => {
  t.model.calls.length = 0
  t.model.setRules([{ reply: bySubject }])
  const workflowId = await t.save({ useExamples: false })
  for (let n = 0; n < cases; n++) await t.sort(workflowId, await t.mail(`says invoice: ${n}`), ['invoice'])
  start = async () => {
    runId = (await t.ok(t.start(workflowId), 202)).run.id
  }
})

/** Kills the worker while it waits for a lock, once `isThere`. */
async function killBlocked(lock: Sql, isThere: () => Promise<boolean>) {
  const blocking = await t.server.db.begin()
  await blocking.run(lock)
  await start()
  await expect.poll(isThere, eventually).toBe(true)
  await worker.kill()
  // What the dead process still waits for would otherwise be carried out after it.
  await t.server.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  await blocking.rollback()
}

/** Finishes the run in another process: every case is decided once, every answer is stored and paid for once. */
async function finish() {
  worker = await startWorker()
  const { run, score } = await t.finished(runId)
  expect(run).toMatchObject({ status: 'succeeded', totals: { total: cases, done: cases, failed: 0 } })
  expect(score).toMatchObject({ scored: cases, accuracy: 1 })
  expect([await decisions(), await answers()]).toEqual([cases, cases])
  expect(
    await countOf(sql`select count(*) as count from ai_calls where workflow_id = ${run.workflowId}`),
  ).toBe(cases)
}

describe('an evaluation whose process is killed', () => {
  it('while the model thinks asks again', async () => {
    t.model.setRules([{ times: 5, reply: { delayMs: 600_000 } }, { reply: bySubject }])
    await start()
    await expect.poll(() => t.model.calls.length, eventually).toBe(5)
    await worker.kill()
    expect(await answers()).toBe(0)
    await finish()
    expect(answered()).toBe(cases)
  })

  it('between the answers and their commit asks again for those only', async () => {
    await killBlocked(sql`lock table ai_calls in exclusive mode`, async () => answered() === 5)
    expect(await answers()).toBe(0)
    await finish()
    expect(answered()).toBe(cases + 5)
  })

  it('between the commit of the answers and the decision asks nothing again', async () => {
    await killBlocked(sql`select pg_advisory_xact_lock(${gate})`, async () => (await answers()) === 5)
    expect(await decisions()).toBe(0)
    await finish()
    expect(answered()).toBe(cases)
  })

  it('in the middle decides the rest', async () => {
    await start()
    await expect.poll(async () => (await decisions()) > 0, eventually).toBe(true)
    await worker.kill()
    const lost = answered() - (await answers())
    await finish()
    expect(answered() - cases).toBeLessThanOrEqual(Math.max(0, lost))
  })
})
