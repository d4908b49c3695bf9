import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { addJob, addJobs } from './add-job.ts'
import { createJobLog, listProcesses, pendingJobs, readLog } from './fixtures/job-log.store.ts'
import { startWorker } from './fixtures/start-worker.ts'
import { testJobs } from './fixtures/test-jobs.ts'
import { until } from './fixtures/until.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
  await createJobLog(base.db)
})
afterAll(() => base.drop())

const startNamed = (who: string) => startWorker({ url: base.url, tasks: testJobs(who).tasks, concurrency: 4 })
const linesOf = async (job: string) =>
  (await readLog(base.db)).filter((line) => line.job === job).map((line) => `${line.who} ${line.event}`)

test('a stopping process finishes a job that ends in time', async () => {
  const a = await startNamed('a')
  const id = await addJob(base.db, testJobs('').work, { ms: 500 })
  await until(async () => (await linesOf(id)).length === 1)
  await a.stop(60_000)
  expect(await linesOf(id)).toEqual(['a start', 'a end'])
  expect(await pendingJobs(base.db)).toEqual([])
  expect(await listProcesses(base.db)).toEqual([])
})

test('a job that does not end in time is aborted and runs elsewhere at once, as a first attempt', async () => {
  const a = await startNamed('a')
  const { work, deaf } = testJobs('')
  const cut = await addJob(base.db, work, { ms: 60_000 })
  const ignored = await addJob(base.db, deaf, { ms: 10_000 })
  // More than the concurrency: these wait in the local queue.
  await addJobs(
    base.db,
    work,
    Array.from({ length: 5 }, () => ({ payload: { ms: 60_000 } })),
  )
  await until(async () => (await linesOf(cut)).length && (await linesOf(ignored)).length)
  await a.jobs.stop({ graceMs: 100 })
  const left = await pendingJobs(base.db)
  expect(left).toHaveLength(7)
  expect(left.every((job) => job.lockedBy === null && job.attempts === 0)).toBe(true)
  expect(await linesOf(cut)).toEqual(['a start', 'a cut'])
  const b = await startNamed('b')
  const within = await until(async () => (await linesOf(cut)).includes('b start'))
  // Well before its locks would be taken over.
  expect(within).toBeLessThan(8_000)
  await b.stop(0)
  await a.stop()
})
