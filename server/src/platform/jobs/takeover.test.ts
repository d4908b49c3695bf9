import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { testDatabase } from '#test/database'
import { addJob } from './add-job.ts'
import { createJobLog, type LogLine, pendingJobs, readLog } from './fixtures/job-log.store.ts'
import { spawnWorker } from './fixtures/spawn-worker.ts'
import { testJobs } from './fixtures/test-jobs.ts'
import { until } from './fixtures/until.ts'

const { work, deaf } = testJobs('')

async function twoWorkers({ onTestFinished }: TestContext, visibility: 'visible' | 'invisible') {
  const base = await testDatabase()
  await createJobLog(base.db)
  const a = await spawnWorker(base.url, 'a', visibility)
  const b = await spawnWorker(base.url, 'b', visibility)
  onTestFinished(async () => {
    await Promise.all([a.end(), b.end()])
    await base.drop()
  })
  const find = async (job: string, event: string, who?: string): Promise<LogLine | undefined> =>
    (await readLog(base.db)).find((l) => l.job === job && l.event === event && (!who || l.who === who))
  /** Adds a job and returns which process started it, and which did not. */
  const startJob = async (kind: typeof work, ms: number, againMs = ms) => {
    const job = await addJob(base.db, kind, { ms, againMs })
    await until(() => find(job, 'start'))
    const who = (await find(job, 'start'))?.who
    return who === 'a' ? { job, holder: a, other: 'b' } : { job, holder: b, other: 'a' }
  }
  return { db: base.db, startJob, find }
}

test.concurrent('a job whose process was killed on this machine is taken over before its heartbeat times out', async (context) => {
  const { startJob, find } = await twoWorkers(context, 'visible')
  const { job, holder, other } = await startJob(work, 1_500)
  holder.child.kill('SIGKILL')
  const took = await until(() => find(job, 'start', other))
  expect(took).toBeLessThan(8_000)
  await until(() => find(job, 'end', other))
})

test.concurrent('a job whose process vanished without a trace is taken over once its heartbeat times out', async (context) => {
  const { startJob, find, db } = await twoWorkers(context, 'invisible')
  const { job, holder, other } = await startJob(work, 1_000)
  holder.child.kill('SIGKILL')
  const took = await until(() => find(job, 'start', other))
  expect(took).toBeGreaterThan(7_500)
  expect(took).toBeLessThan(30_000)
  await until(() => find(job, 'end', other))
  await until(async () => (await pendingJobs(db)).length === 0)
})

test.concurrent('a process that resumes after a takeover aborts its jobs and continues under a new id', async (context) => {
  const { startJob, find, db } = await twoWorkers(context, 'visible')
  const { job, holder, other } = await startJob(work, 100_000)
  const own = holder.pid
  process.kill(own, 'SIGSTOP')
  await until(() => find(job, 'start', other))
  process.kill(own, 'SIGCONT')
  const name = other === 'a' ? 'b' : 'a'
  await until(() => find(job, 'cut', name))
  // The other process still has it: the resumed one has neither finished nor deleted it.
  expect(await find(job, 'end')).toBeUndefined()
  expect(await pendingJobs(db)).toMatchObject([{ id: job, attempts: 2, lockedBy: expect.any(String) }])
  await until(() => holder.log().includes('this process was declared dead'))
  // Its new pool claims jobs again.
  await until(async () => {
    await addJob(db, work, { ms: 0 })
    return (await readLog(db)).some((l) => l.job !== job && l.who === name)
  })
  expect(await find(job, 'end')).toBeUndefined()
})

test.concurrent('a job that ignores its signal cannot delete a job that another process took over', async (context) => {
  const { startJob, find, db } = await twoWorkers(context, 'invisible')
  const { job, holder, other } = await startJob(deaf, 8_000, 25_000)
  process.kill(holder.pid, 'SIGSTOP')
  await until(() => find(job, 'start', other))
  // Its work is done when it resumes: it finishes at once, concurrently with the heartbeat.
  process.kill(holder.pid, 'SIGCONT')
  await until(() => find(job, 'end', other === 'a' ? 'b' : 'a'))
  await sleep(500)
  expect(await find(job, 'end', other)).toBeUndefined()
  expect(await pendingJobs(db)).toMatchObject([{ id: job }])
  await until(async () => (await pendingJobs(db)).length === 0)
  expect(await find(job, 'end', other)).toBeDefined()
})
