import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { openDatabase } from '../db/database.ts'
import { createLog } from '../log/log.ts'
import { addJob } from './add-job.ts'
import { defineJob } from './define-job.ts'
import * as store from './fixtures/job-log.store.ts'
import { until } from './fixtures/until.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { adoptUnknownWorkers, insertProcess, takeOver } from './processes.store.ts'

let base: Awaited<ReturnType<typeof testDatabase>>
const running: Heartbeat[] = []
const start = async (roles = ['api']) => {
  const open = () =>
    openDatabase({ url: base.url, connections: 2, name: 'heartbeat', onIdleError: () => undefined })
  const heartbeat = await startHeartbeat({ open, roles, log: createLog('silent') })
  running.push(heartbeat)
  return heartbeat
}
const idle = defineJob('test.idle', { run: async () => undefined })
const lockedBy = async () => (await store.pendingJobs(base.db)).map((job) => job.lockedBy)

beforeAll(async () => {
  base = await testDatabase()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((heartbeat) => heartbeat.stop()))
  await store.deleteProcesses(base.db)
})
afterAll(() => base.drop())

test('a process is alive from its start to its stop', async () => {
  const { processId, stop } = await start()
  expect(await store.isAlive(base.db, processId)).toBe(true)
  await store.ageHeartbeat(base.db, processId, 11)
  expect(await store.isAlive(base.db, processId)).toBe(false)
  await until(() => store.isAlive(base.db, processId))
  await stop()
  expect(await store.isAlive(base.db, processId)).toBe(false)
  expect(await store.listProcesses(base.db)).toEqual([])
})

test('worker ids are visible once set, and stay', async () => {
  const heartbeat = await start(['api', 'worker'])
  await heartbeat.setWorkerIds(['pool-1'])
  const mine = { id: heartbeat.processId, roles: ['api', 'worker'], workerIds: ['pool-1'] }
  expect(await store.listProcesses(base.db)).toMatchObject([mine])
})

test('cut connections do not stop the heartbeat', async () => {
  const heartbeat = await start()
  await store.terminateOthers(base.db)
  await store.ageHeartbeat(base.db, heartbeat.processId, 11)
  await until(() => store.isAlive(base.db, heartbeat.processId))
})

test('a process whose row is gone reports it and registers under a new id', async () => {
  const heartbeat = await start()
  const before = heartbeat.processId
  let lost = 0
  heartbeat.onLost(() => lost++)
  await store.deleteProcesses(base.db)
  await until(() => lost)
  expect(heartbeat.processId).not.toBe(before)
  await until(() => store.isAlive(base.db, heartbeat.processId))
  expect(lost).toBe(1)
})

test('only one of several processes takes over a dead one and releases its jobs', async () => {
  const dead = crypto.randomUUID()
  const self = crypto.randomUUID()
  const common = { roles: ['worker'], host: 'h', pid: '1', place: null }
  await insertProcess(base.db, { id: dead, workerIds: ['pool-dead'], ...common })
  await insertProcess(base.db, { id: self, workerIds: [], ...common })
  await addJob(base.db, idle, {})
  await store.lockJobsAs(base.db, 'pool-dead')
  await store.ageHeartbeat(base.db, dead, 11)
  const all = await Promise.all(Array.from({ length: 10 }, () => takeOver(base.db, self, [], true)))
  expect(all.flat()).toMatchObject([{ id: dead, jobs: 1, silentMs: expect.any(Number) }])
  expect(await lockedBy()).toEqual([null])
  expect(await store.isAlive(base.db, self)).toBe(true)
})

test('locks of an unknown worker are released only if no process claims it in time', async () => {
  const self = crypto.randomUUID()
  await insertProcess(base.db, { id: self, roles: ['api'], workerIds: [], host: 'h', pid: '1', place: null })
  await store.lockJobsAs(base.db, 'pool-unknown')
  await adoptUnknownWorkers(base.db, self)
  await adoptUnknownWorkers(base.db, self)
  const [, ghost, ...more] = await store.listProcesses(base.db)
  expect(ghost).toMatchObject({ host: 'unknown', workerIds: ['pool-unknown'] })
  expect(more).toEqual([])

  // Its process was only late: nothing is released.
  const late = crypto.randomUUID()
  const common = { roles: ['worker'], host: 'h', pid: '2', place: null }
  await insertProcess(base.db, { id: late, workerIds: ['pool-unknown'], ...common })
  await store.ageHeartbeat(base.db, ghost?.id ?? '', 11)
  await takeOver(base.db, self, [], true)
  expect(await lockedBy()).toEqual(['pool-unknown'])

  // Its process is dead: they are.
  await store.ageHeartbeat(base.db, late, 11)
  await takeOver(base.db, self, [], true)
  expect(await lockedBy()).toEqual([null])
})

test('a crash on the same machine is detected at once, without waiting for the heartbeat to expire', async () => {
  const heartbeat = await start()
  const dead = crypto.randomUUID()
  const place = (await import('./place.ts')).placeOfThisProcess() ?? null
  // No system has a process with this id (PID_MAX_LIMIT is 2^22).
  await insertProcess(base.db, { id: dead, roles: ['api'], workerIds: [], host: 'h', pid: '4194999', place })
  await until(async () => (await store.listProcesses(base.db)).length === 1)
  expect(await store.isAlive(base.db, heartbeat.processId)).toBe(true)
})
