import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { addJob, addJobs } from './add-job.ts'
import { type AnyJob, defineJob, type JobContext } from './define-job.ts'
import { pendingJobs } from './fixtures/job-log.store.ts'
import { startWorker } from './fixtures/start-worker.ts'
import { until } from './fixtures/until.ts'
import type { JobDone } from './run-job.ts'

type Note = { text: string }
const seen: { text: string; context: JobContext }[] = []
const texts = () => seen.map((s) => s.text)
const note = defineJob<Note>('test.note', {
  run: async ({ text }, context) => void seen.push({ text, context }),
})
const step = defineJob<Note>('test.step', {
  queue: 'steps',
  run: async ({ text }, context) => {
    seen.push({ text: `${text} begins`, context })
    await sleep(20)
    seen.push({ text: `${text} ends`, context })
  },
})

let base: Awaited<ReturnType<typeof testDatabase>>
let worker: Awaited<ReturnType<typeof startWorker>> | undefined
const lines: string[] = []
const done: JobDone[] = []
const start = async (...tasks: AnyJob[]) => {
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  worker = await startWorker({ url: base.url, tasks, log, onJobDone: (d) => done.push(d) })
  return worker
}

beforeAll(async () => {
  base = await testDatabase()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  for (const list of [seen, lines, done]) list.length = 0
})
afterAll(() => base.drop())

test('a job added in a committed transaction runs with its id and attempt', async () => {
  await start(note)
  const id = await base.db.transaction((db) => addJob(db, note, { text: 'hello' }))
  await until(() => seen.length)
  expect(seen[0]).toMatchObject({ text: 'hello', context: { jobId: id, attempt: 1, lastAttempt: false } })
  await until(async () => (await pendingJobs(base.db)).length === 0)
  expect(done).toEqual([{ task: 'test.note', ms: expect.any(Number), ok: true }])
})

test('a new job starts without waiting for the next poll', async () => {
  await start(note)
  const startedAt = performance.now()
  for (let count = 1; count <= 10; count++) {
    await addJob(base.db, note, { text: `${count}` })
    await until(() => seen.length === count)
  }
  // Polling alone takes a second for each of them.
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('a job added in a transaction that is rolled back never runs', async () => {
  await start(note)
  const tx = await base.db.begin()
  await addJob(tx, note, { text: 'never' })
  await tx.rollback()
  await addJob(base.db, note, { text: 'after' })
  await until(() => seen.length)
  await sleep(100)
  expect(texts()).toEqual(['after'])
})

test('of jobs with the same key only the last one runs', async () => {
  await addJob(base.db, note, { text: 'first' }, { key: 'k' })
  await addJob(base.db, note, { text: 'second' }, { key: 'k' })
  await addJobs(base.db, note, [
    { payload: { text: 'third' }, key: 'k' },
    { payload: { text: 'fourth' }, key: 'k' },
    { payload: { text: 'other' } },
  ])
  await start(note)
  await until(() => seen.length >= 2)
  await sleep(100)
  expect(texts().sort()).toEqual(['fourth', 'other'])
})

test('a delayed job waits for its time, and a smaller priority goes first', async () => {
  await addJob(base.db, note, { text: 'later' }, { runAt: new Date(Date.now() + 1_500) })
  await addJob(base.db, note, { text: 'second' }, { priority: 5 })
  await addJob(base.db, note, { text: 'first' }, { priority: -5 })
  await start(note)
  await until(() => seen.length === 2)
  expect(texts()).toEqual(['first', 'second'])
  await until(() => texts().includes('later'))
})

test('jobs of one queue run one after the other, without gaps', async () => {
  await start(step)
  const items = Array.from({ length: 10 }, (_, i) => ({ payload: { text: `${i}` }, priority: i }))
  await addJobs(base.db, step, items)
  // A poll between two jobs would add a second each time.
  expect(await until(() => seen.length === 20)).toBeLessThan(8_000)
  expect(texts()).toEqual(items.flatMap((_, i) => [`${i} begins`, `${i} ends`]))
})

test('a failed job is retried up to its limit, and its payload is not logged', async () => {
  const attempts: JobContext[] = []
  const failing = defineJob<{ secret: string }>('test.failing', {
    run: async (_payload, context) => {
      attempts.push(context)
      throw new Error('no luck')
    },
  })
  await addJob(base.db, failing, { secret: 'hunter2' }, { maxAttempts: 2 })
  await start(failing)
  await until(() => attempts.length === 2)
  await until(async () => (await pendingJobs(base.db))[0]?.lockedBy === null)
  const [job] = await pendingJobs(base.db)
  expect(job).toMatchObject({ task: 'test.failing', attempts: 2, lastError: 'no luck' })
  expect(attempts.map((c) => c.lastAttempt)).toEqual([false, true])
  expect(done.map((d) => d.ok)).toEqual([false, false])
  const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'job failed')
  expect(failures).toMatchObject([
    { task: 'test.failing', jobId: job?.id, attempt: 1, level: 40 },
    { task: 'test.failing', jobId: job?.id, attempt: 2, level: 50 },
  ])
  expect(lines.join()).not.toContain('hunter2')
})

test('a job of an unknown kind stays for a process that knows it', async () => {
  await start(note)
  await addJob(base.db, defineJob<Note>('test.newer', { run: async () => undefined }), { text: 'x' })
  await sleep(1_300)
  expect(await pendingJobs(base.db)).toContainEqual(
    expect.objectContaining({ task: 'test.newer', attempts: 0, lockedBy: null }),
  )
})

test('rejects two different jobs with the same name', async () => {
  const twin = defineJob<Note>('test.note', { run: async () => undefined })
  await expect(start(note, twin)).rejects.toThrow('two jobs are named test.note')
})
