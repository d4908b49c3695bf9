import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/database'
import { openDatabase } from '../db/database.ts'
import { createLog } from '../log/log.ts'
import { addJob } from './add-job.ts'
import { defineJob } from './define-job.ts'
import { lockJobsAs, pendingJobs } from './fixtures/job-log.store.ts'
import { until } from './fixtures/until.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createJobs } from './jobs.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

type Answer = { rows: unknown[] }
/** The worker's pool, with an injected fault between the server's response and us. */
const poolWith = (fault: (name: string, answer: Answer) => void) => {
  const query = async (statement: { name?: string }) => {
    const answer: Answer = await base.db.pool.query(statement as never)
    fault(statement.name ?? '', answer)
    return answer
  }
  return new Proxy(base.db.pool, {
    get: (pool, name) => (name === 'query' ? query : Reflect.get(pool, name)),
  })
}
const lost = () => {
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}

async function start(job: ReturnType<typeof defineJob>, pool = base.db.pool) {
  const { url } = base
  const open = () => openDatabase({ url, connections: 2, name: 'heartbeat', onIdleError: () => undefined })
  const log = createLog('silent')
  const heartbeat = await startHeartbeat({ open, roles: ['worker'], log })
  const jobs = createJobs({ pool, db: base.db, log, heartbeat, tasks: [job] })
  await jobs.start()
  onTestFinished(async () => {
    await jobs.stop({ graceMs: 0 })
    await heartbeat.stop()
  })
}

test('a finished job that another worker has locked meanwhile is not deleted', async () => {
  const taken = Promise.withResolvers<void>()
  const job = defineJob('test.taken', {
    run: async () => {
      await lockJobsAs(base.db, 'pool-other')
      taken.resolve()
    },
  })
  let completions = 0
  await start(
    job,
    poolWith((name) => void (name === 'complete_held' && completions++)),
  )
  await addJob(base.db, job, {})
  await until(() => completions)
  expect(await pendingJobs(base.db)).toMatchObject([{ task: 'test.taken', lockedBy: 'pool-other' }])
})

test('jobs locked by a statement whose result was lost still run, on their first attempt', async () => {
  const attempts: number[] = []
  const job = defineJob('test.lost', { run: async (_payload, { attempt }) => void attempts.push(attempt) })
  let losses = 0
  await start(
    job,
    poolWith((name, { rows }) => name.startsWith('get_job') && rows.length && losses++ < 2 && lost()),
  )
  await addJob(base.db, job, {}, { queue: 'one' })
  await until(() => attempts.length)
  expect(losses).toBeGreaterThanOrEqual(2)
  expect(attempts).toEqual([1])
})

test('a job whose completion succeeded but whose result was lost does not run again', async () => {
  let runs = 0
  const job = defineJob('test.ended', { run: async () => void runs++ })
  let losses = 0
  await start(
    job,
    poolWith((name) => name === 'complete_held' && losses++ < 2 && lost()),
  )
  await addJob(base.db, job, {})
  await until(() => losses >= 3)
  const left = async () => (await pendingJobs(base.db)).filter((row) => row.task === 'test.ended')
  await until(async () => (await left()).length === 0)
  expect(runs).toBe(1)
})

test('an error that shuts the library down opens another pool', async () => {
  const runs: number[] = []
  const job = defineJob('test.fault', { run: async (_payload, { attempt }) => void runs.push(attempt) })
  let faults = 0
  await start(
    job,
    poolWith((name) => {
      if (name === 'complete_held' && faults++ === 0) throw new Error('no such thing')
    }),
  )
  await addJob(base.db, job, {})
  await until(() => faults)
  await addJob(base.db, job, {})
  await until(() => runs.length === 2)
})
