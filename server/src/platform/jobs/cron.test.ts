import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { addJob } from './add-job.ts'
import { createJobLog, readLog, setCronKnownSince } from './fixtures/job-log.store.ts'
import { startWorker } from './fixtures/start-worker.ts'
import { testJobs } from './fixtures/test-jobs.ts'
import { until } from './fixtures/until.ts'
import { defineRetention, failedJobsRetention } from './retention.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
  await createJobLog(base.db)
})
afterAll(() => base.drop())

test('a scheduled time runs once across all processes, also one missed while none ran', async () => {
  const startedAt = Date.now()
  await setCronKnownSince(base.db, 'test.tick * * * * *', 4)
  const start = (who: string) => startWorker({ url: base.url, ...testJobs(who) })
  const workers = await Promise.all(['a', 'b', 'c'].map(start))
  const ticks = async () => (await readLog(base.db)).map((line) => line.detail)
  const isRecent = (tick: string) => Date.parse(tick) > startedAt - 70_000
  await until(async () => (await ticks()).some(isRecent))
  await sleep(1_000)
  await Promise.all(workers.map((worker) => worker.stop(1_000)))
  const served = await ticks()
  expect(served.length).toBeLessThanOrEqual(5)
  expect(new Set(served).size).toBe(served.length)
  // The last missed minute is among them: earlier pending ones were merged into it.
  expect(Date.parse(served.at(-1) ?? '')).toBeGreaterThan(startedAt - 70_000)
})

test('a retention deletes batch after batch until none is left', async () => {
  let left = 2_500
  const batches: number[] = []
  const retention = defineRetention({
    name: 'test',
    schedule: '0 3 * * *',
    run: async (_db, batch) => {
      const taken = Math.min(left, batch)
      left -= taken
      batches.push(taken)
      return taken
    },
  })
  const failedJobs = defineRetention(failedJobsRetention)
  const worker = await startWorker({ url: base.url, tasks: [], cron: [retention, failedJobs] })
  await addJob(base.db, retention.job, {} as never)
  await addJob(base.db, failedJobs.job, {} as never)
  await until(() => batches.length === 3)
  expect(batches).toEqual([1_000, 1_000, 500])
  await worker.stop(1_000)
})
