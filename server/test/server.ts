import { inject } from 'vitest'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config/read-config.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log/log.ts'
import { recordAnswers } from './contract/error-coverage.ts'
import { testDatabase } from './database.ts'

export type TestServer = {
  url: string
  db: Database
  databaseUrl: string
  close(): Promise<void>
}

/** The product on a free port with a database of its own; every reply is held against its declaration. */
export async function testServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const { db, url: databaseUrl, drop } = await testDatabase()
  const config = readConfig({ PORT: '0', MAILWRIGHT_ROLES: 'api', ...environment })
  const log = createLog(config.logLevel)
  const app = await createApp({ config, databaseUrl, log, checkReplies: true })
  recordAnswers(app.http, inject('answersFolder'))
  await app.start()
  const { url } = app.origin
  const close = async () => {
    await app.close()
    await drop()
  }
  return { url, db, databaseUrl, close }
}
