import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { testDatabase } from '#test/database'
import { addJob } from './add-job.ts'
import { createJobLog, type LogLine, readLog, waitingJobs } from './fixtures/job-log.store.ts'
import { spawnWorker } from './fixtures/spawn-worker.ts'
import { testJobs } from './fixtures/test-jobs.ts'
import { until } from './fixtures/until.ts'

const { work, deaf } = testJobs('')

async function twoWorkers({ onTestFinished }: TestContext, sight: 'seen' | 'unseen') {
  const base = await testDatabase()
  await createJobLog(base.db)
  const a = await spawnWorker(base.url, 'a', sight)
  const b = await spawnWorker(base.url, 'b', sight)
  onTestFinished(async () => {
    await Promise.all([a.end(), b.end()])
    await base.drop()
  })
  const find = async (job: string, event: string, who?: string): Promise<LogLine | undefined> =>
    (await readLog(base.db)).find((l) => l.job === job && l.event === event && (!who || l.who === who))
  /** Adds a job and tells who has begun it, and who has not. */
  const begin = async (kind: typeof work, ms: number) => {
    const job = await addJob(base.db, kind, { ms })
    await until(() => find(job, 'start'))
    const who = (await find(job, 'start'))?.who
    return who === 'a' ? { job, holder: a, other: 'b' } : { job, holder: b, other: 'a' }
  }
  return { db: base.db, begin, find }
}

test.concurrent('a job whose process was killed on this machine is taken over before its heartbeat times out', async (context) => {
  const { begin, find } = await twoWorkers(context, 'seen')
  const { job, holder, other } = await begin(work, 1_500)
  holder.child.kill('SIGKILL')
  const took = await until(() => find(job, 'start', other))
  expect(took).toBeLessThan(8_000)
  await until(() => find(job, 'end', other))
})

test.concurrent('a job whose process vanished without a trace is taken over once its heartbeat times out', async (context) => {
  const { begin, find, db } = await twoWorkers(context, 'unseen')
  const { job, holder, other } = await begin(work, 1_000)
  holder.child.kill('SIGKILL')
  const took = await until(() => find(job, 'start', other))
  expect(took).toBeGreaterThan(7_500)
  expect(took).toBeLessThan(30_000)
  await until(() => find(job, 'end', other))
  await until(async () => (await waitingJobs(db)).length === 0)
})

test.concurrent('a process that wakes after its jobs were taken stops them and works on under a new id', async (context) => {
  const { begin, find, db } = await twoWorkers(context, 'seen')
  const { job, holder, other } = await begin(work, 100_000)
  const own = holder.pid
  process.kill(own, 'SIGSTOP')
  await until(() => find(job, 'start', other))
  process.kill(own, 'SIGCONT')
  const name = other === 'a' ? 'b' : 'a'
  await until(() => find(job, 'cut', name))
  // The other still has it: the woken one has neither ended nor deleted it.
  expect(await find(job, 'end')).toBeUndefined()
  expect(await waitingJobs(db)).toMatchObject([{ id: job, attempts: 2, lockedBy: expect.any(String) }])
  await until(() => holder.log().includes('this process was taken for dead'))
  // Its new pool takes jobs again.
  await until(async () => {
    await addJob(db, work, { ms: 0 })
    return (await readLog(db)).some((l) => l.job !== job && l.who === name)
  })
  expect(await find(job, 'end')).toBeUndefined()
})

test.concurrent('a job that does not hear the signal cannot delete what another has taken over', async (context) => {
  const { begin, find, db } = await twoWorkers(context, 'unseen')
  const { job, holder, other } = await begin(deaf, 8_000)
  process.kill(holder.pid, 'SIGSTOP')
  await until(() => find(job, 'start', other))
  // Its time is over when it wakes: it comes to its end at once, at the side of the heartbeat.
  process.kill(holder.pid, 'SIGCONT')
  await until(() => find(job, 'end', other === 'a' ? 'b' : 'a'))
  await sleep(500)
  expect(await waitingJobs(db)).toMatchObject([{ id: job }])
  await until(async () => (await waitingJobs(db)).length === 0)
})
