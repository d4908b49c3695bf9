import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/database'
import { addJobs } from './add-job.ts'
import { defineJob } from './define-job.ts'
import { pendingJobs, terminateOthers } from './fixtures/job-log.store.ts'
import { startWorker } from './fixtures/start-worker.ts'
import { until } from './fixtures/until.ts'

test('repeatedly cut connections lose no job under load', async () => {
  const { db, url, drop } = await testDatabase()
  const seen = new Set<number>()
  const count = defineJob<{ n: number }>('test.count', { run: async ({ n }) => void seen.add(n) })
  const worker = await startWorker({ url, tasks: [count], concurrency: 5 })
  onTestFinished(async () => {
    await worker.stop()
    await drop()
  })
  const add = (from: number) =>
    addJobs(
      db,
      count,
      Array.from({ length: 50 }, (_, i) => ({ payload: { n: from + i } })),
    )
  let cuts = 0
  for (let n = 0; n < 1_000; n += 50) {
    await until(() =>
      add(n).then(
        () => true,
        () => false,
      ),
    )
    cuts += await terminateOthers(db).catch(() => 0)
    await sleep(100)
  }
  await until(() => seen.size === 1_000)
  await until(async () => (await pendingJobs(db)).length === 0)
  expect(cuts).toBeGreaterThan(20)
})
