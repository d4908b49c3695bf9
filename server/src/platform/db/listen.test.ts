import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { createLog } from '../log/log.ts'
import { notifyChannel, startListener } from './listen.ts'
import { sql } from './sql.ts'

const log = createLog('silent')
let base: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

it('receives notifications, and again after the connection was cut', async () => {
  const received: string[] = []
  let connects = 0
  const listener = startListener({
    url: base.url,
    channel: 'listen_test',
    log,
    onNotification: (payload) => received.push(payload),
    onListening: () => void connects++,
  })
  await listener.attempted
  await notifyChannel(base.db, 'listen_test', 'first')
  await expect.poll(() => received).toEqual(['first'])
  await base.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'mailwright listen_test'`)
  await expect.poll(() => connects, { timeout: 10_000 }).toBe(2)
  await notifyChannel(base.db, 'listen_test', '')
  await expect.poll(() => received).toEqual(['first', ''])
  await listener.stop()
})

it('reconnects when onListening fails', async () => {
  let connects = 0
  let losses = 0
  const listener = startListener({
    url: base.url,
    channel: 'listen_test',
    log,
    onNotification: () => undefined,
    onListening: async () => {
      if (++connects === 1) throw new Error('planned')
    },
    onLost: () => void losses++,
  })
  await expect.poll(() => [connects, losses], { timeout: 10_000 }).toEqual([2, 1])
  await listener.stop()
  expect(losses).toBe(2)
})

it('stops promptly while the server does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const listener = startListener({
    url: `postgres://nobody@127.0.0.1:${port}/none`,
    channel: 'listen_test',
    log,
    onNotification: () => undefined,
    onListening: () => undefined,
  })
  await once(silent, 'connection')
  const startedAt = performance.now()
  await listener.stop()
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  silent.close()
})
