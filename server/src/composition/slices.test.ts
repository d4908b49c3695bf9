import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { readConfig } from '../platform/config/read-config.ts'
import { createLog } from '../platform/log/log.ts'
import type { Slice } from '../platform/slice.ts'
import { openPlatform, type Platform } from './platform.ts'
import { createSlices } from './slices.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let platform: Platform
let slices: Slice[]
beforeAll(async () => {
  database = await testDatabase()
  const config = readConfig({ MAILWRIGHT_ATTACHMENT_CACHE_MB: '0' })
  platform = await openPlatform({ config, databaseUrl: database.url, log: createLog('silent') })
  slices = createSlices(platform)
})
afterAll(async () => {
  for (const slice of slices) await slice.close?.()
  await platform.close()
  await database.drop()
})

it('stops the mirror before the runs of workflows', () => {
  const workers = slices.filter(({ worker }) => worker)
  const names = workers.map(({ routes }) => routes[0]?.route.path)
  expect(names).toEqual(['/api/v1/mailboxes', '/api/v1/executions'])
})

it('binds every route once', () => {
  const names = slices.flatMap(({ routes }) => routes.map(({ route }) => `${route.method} ${route.path}`))
  expect(names).toHaveLength(new Set(names).size)
})
