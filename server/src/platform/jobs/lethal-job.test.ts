import { once } from 'node:events'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { addJob } from './add-job.ts'
import { createJobLog, pendingJobs, readLog } from './fixtures/job-log.store.ts'
import { type SpawnedWorker, spawnWorker } from './fixtures/spawn-worker.ts'
import { testJobs } from './fixtures/test-jobs.ts'
import { until } from './fixtures/until.ts'

const { work, lethal } = testJobs('')

test('a job that kills its process is abandoned at the third death, and the jobs beside it finish', async ({
  onTestFinished,
}) => {
  const base = await testDatabase()
  await createJobLog(base.db)
  let worker: SpawnedWorker | undefined
  let isOver = false
  onTestFinished(async () => {
    isOver = true
    await worker?.end()
    await base.drop()
  })
  const bad = await addJob(base.db, lethal, {})
  const good = await Promise.all([0, 1, 2, 3, 4, 5].map(() => addJob(base.db, work, { ms: 50 })))
  let starts = 0
  const supervise = async () => {
    while (!isOver) {
      worker = await spawnWorker(base.url, `worker ${++starts}`, 'visible')
      await once(worker.child, 'exit')
    }
  }
  void supervise().catch(() => undefined)
  const find = async (id: string) => (await pendingJobs(base.db)).find((job) => job.id === id)
  await until(async () => (await find(bad))?.lastError != null, 120_000)
  expect(await find(bad)).toMatchObject({
    attempts: 25,
    lockedBy: null,
    lastError: 'the process that ran this job died',
  })
  // Three deaths, and the process that found the third one.
  expect(starts).toBe(4)
  const ended = async () => (await readLog(base.db)).filter(({ event }) => event === 'end')
  await until(async () => (await ended()).length === good.length, 120_000)
  expect((await ended()).map(({ job }) => job).toSorted()).toEqual(good.toSorted())
  // Its report, which an instance turns into incidents.
  expect(await pendingJobs(base.db)).toContainEqual(
    expect.objectContaining({ task: 'jobs.report-abandoned' }),
  )
})

test('a job that may run once is reported when its process dies', async ({ onTestFinished }) => {
  const base = await testDatabase()
  await createJobLog(base.db)
  const workers: SpawnedWorker[] = []
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.end()))
    await base.drop()
  })
  await addJob(base.db, lethal, {}, { maxAttempts: 1 })
  const first = await spawnWorker(base.url, 'a', 'visible')
  workers.push(first)
  if (first.child.signalCode === null) await once(first.child, 'exit')
  workers.push(await spawnWorker(base.url, 'b', 'visible'))
  const tasks = async () => (await pendingJobs(base.db)).map(({ task }) => task)
  await until(async () => (await tasks()).includes('jobs.report-abandoned'), 60_000)
  expect((await readLog(base.db)).filter(({ event }) => event === 'start')).toHaveLength(1)
})
