import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { clientOf } from '#test/client'
import { testDatabase } from '#test/database'
import { createMember, type TestMember } from '#test/factories'
import { type App, createApp } from '../../src/composition/app.ts'
import { readConfig } from '../../src/platform/config/read-config.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { recordAnswers } from './error-coverage.ts'
import { call, emptyPath } from './requests.ts'
import { builtRoutes } from './routes.ts'

/** These cannot fail: they answer from memory, or report the failure in their own format. */
const needNothing = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /api/v1/branding',
  'GET /api/v1/openapi.json',
])
const routes = builtRoutes.filter(([name]) => !needNothing.has(name))

let app: App
let admin: TestMember
let database: Awaited<ReturnType<typeof testDatabase>>

async function start() {
  database = await testDatabase()
  const config = readConfig({
    PORT: '0',
    MAILWRIGHT_ROLES: 'api',
    MAILWRIGHT_LIMIT_SIGN_IN: '1000000',
    MAILWRIGHT_LOG_LEVEL: 'silent',
  })
  const log = createLog(config.logLevel)
  app = await createApp({ config, databaseUrl: database.url, log, checkReplies: true })
  recordAnswers(app.http, inject('answersFolder'))
  await app.start()
  const { url } = app.origin
  const server = { url, db: database.db, databaseUrl: database.url, close: app.close }
  admin = await createMember(server, { role: 'admin' })
}
// Closing a pool twice fails, which does not matter here.
const stop = async () => {
  await app.close().catch(() => undefined)
  await database.drop()
}

const ask = (route: (typeof routes)[number][1]) =>
  call(
    clientOf(app.origin.url, { cookie: `mailwright_session=${admin.sessionToken}` }),
    route,
    emptyPath(route),
  )

describe('on an internal error', () => {
  beforeAll(async () => {
    await start()
    for (const table of [
      'sessions',
      'members',
      'invitations',
      'setup_tokens',
      'executions',
      'approval_links',
    ])
      await database.db.pool.query(`alter table ${table} rename to broken_${table}`)
  })
  afterAll(stop)

  it.each(routes)('%s returns 500 with the request id and no internals', async (_name, route) => {
    const { result, body, text, headers } = await ask(route)
    expect(result).toEqual([500, 'internal.error'])
    expect(body.details).toEqual({ requestId: headers.get('x-request-id') })
    expect(text).not.toMatch(/relation|does not exist|broken|\.ts|node_modules/)
  })
})

describe('while the database is unavailable', () => {
  beforeAll(async () => {
    await start()
    await app.db.close()
  })
  afterAll(stop)

  it.each(routes)('%s returns 503 with Retry-After', async (_name, route) => {
    const { result, headers } = await ask(route)
    expect(result).toEqual([503, 'internal.unavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
