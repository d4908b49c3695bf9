import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { addJobs } from './add-job.ts'
import { defineJob } from './define-job.ts'
import { listProcesses, pendingJobs } from './fixtures/job-log.store.ts'
import { startWorker } from './fixtures/start-worker.ts'
import { until } from './fixtures/until.ts'
import { migrateJobs } from './migrate-jobs.ts'

test('restarting the database under load loses no job and crashes no process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-jobs-restart-'))
  const settings = { fsync: 'off' }
  let postgres = await startEmbeddedPostgres({ dataDir, settings })
  const { url } = postgres
  await migrate(url)
  await migrateJobs(url)
  const seen = new Map<number, number>()
  const count = defineJob<{ n: number }>('test.count', {
    run: async ({ n }, { signal }) => {
      await sleep(20, undefined, { signal })
      seen.set(n, (seen.get(n) ?? 0) + 1)
    },
  })
  const db: Database = openDatabase({ url, connections: 3, name: 'test', onIdleError: () => undefined })
  const workers = [
    await startWorker({ url, tasks: [count], concurrency: 5 }),
    await startWorker({ url, tasks: [count], concurrency: 5 }),
  ]
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await db.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const ids = workers.map((worker) => worker.heartbeat.processId)
  for (const round of [0, 1, 2]) {
    const items = Array.from({ length: 300 }, (_, n) => ({ payload: { n: round * 300 + n } }))
    await addJobs(db, count, items)
    await sleep(150)
    await postgres.stop()
    await sleep(round * 1_000)
    postgres = await startEmbeddedPostgres({ dataDir, settings })
    expect(postgres.url).toBe(url)
  }
  await until(() => seen.size === 900)
  await until(async () => (await pendingJobs(db)).length === 0)
  expect(seen.size).toBe(900)
  // No process was declared dead because of the outage.
  expect((await listProcesses(db)).map((p) => p.id).sort()).toEqual(ids.sort())
})
