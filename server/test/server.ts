import { inject } from 'vitest'
import { type AppOptions, createApp } from '../src/composition/app.ts'
import { readConfig } from '../src/platform/config/read-config.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log/log.ts'
import { recordAnswers } from './contract/error-coverage.ts'
import { testDatabase } from './database.ts'
import { openMail, testKeys } from './open-mail.ts'

export type TestServer = {
  url: string
  db: Database
  databaseUrl: string
  /** The set-up link, while no member exists. */
  setupLink?: string
  close(): Promise<void>
}

/**
 * Starts the server on a free port with its own database. Every reply is validated against its declaration. It has an
 * encryption key unless MAILWRIGHT_SECRET_KEY is empty; `mail: {}` connects it to real mail servers.
 */
export async function testServer(
  environment: Record<string, string> = {},
  options: Partial<Pick<AppOptions, 'mail' | 'log' | 'catalogue' | 'web'>> = {},
): Promise<TestServer> {
  const { db, url: databaseUrl, drop } = await testDatabase()
  const config = readConfig({
    PORT: '0',
    MAILWRIGHT_ROLES: 'api',
    MAILWRIGHT_ATTACHMENT_CACHE_MB: '0',
    MAILWRIGHT_IMAGE_CACHE_MB: '0',
    MAILWRIGHT_LIMIT_CONNECT_PER_MINUTE: '1000000',
    ...environment,
  })
  const keys = testKeys(config.secretKey)
  const app = await createApp({
    config,
    databaseUrl,
    keys,
    log: createLog(config.logLevel),
    mail: openMail,
    checkReplies: true,
    ...options,
  })
  recordAnswers(app.http, inject('answersFolder'))
  const setupLink = await app.start()
  const { url } = app.origin
  const close = async () => {
    await app.close()
    await drop()
  }
  return { url, db, databaseUrl, close, ...(setupLink ? { setupLink } : {}) }
}
