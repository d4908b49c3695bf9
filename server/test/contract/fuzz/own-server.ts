import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../../src/composition/app.ts'
import { readConfig } from '../../../src/platform/config/read-config.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { migrateJobs } from '../../../src/platform/jobs/migrate-jobs.ts'
import { createLog } from '../../../src/platform/log/log.ts'
import { openMail, testKeys } from '../../open-mail.ts'
import type { TestServer } from '../../server.ts'

const high = '1000000'
/** Without this, the requests from one address would only meet the rate limits. */
export const raisedLimits = {
  MAILWRIGHT_LIMIT_KEY_PER_MINUTE: high,
  MAILWRIGHT_LIMIT_SIGN_IN: high,
  MAILWRIGHT_LIMIT_WEBHOOK_PER_MINUTE: high,
  MAILWRIGHT_LIMIT_APPROVAL_LINK_PER_MINUTE: high,
  MAILWRIGHT_LIMIT_SEND_PER_MINUTE: high,
  MAILWRIGHT_LIMIT_CONNECT_PER_MINUTE: high,
  MAILWRIGHT_TABLES_MAX: '100000',
}

/**
 * The server as shipped, on a throwaway database. Unlike in other tests, replies are not validated against their
 * declarations: they are what a client would get. Mail servers accept every sign-in.
 */
export async function startOwnServer(logLevel: string): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-fuzz-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const clear = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return await serveFrom(postgres.url, logLevel, clear)
  } catch (error) {
    await clear()
    throw error
  }
}

async function serveFrom(
  databaseUrl: string,
  logLevel: string,
  clear: () => Promise<void>,
): Promise<TestServer> {
  await migrate(databaseUrl)
  await migrateJobs(databaseUrl)
  const config = readConfig({
    PORT: '0',
    MAILWRIGHT_ROLES: 'api',
    MAILWRIGHT_LOG_LEVEL: logLevel,
    ...raisedLimits,
  })
  const log = createLog(config.logLevel)
  const app = await createApp({ config, databaseUrl, log, keys: testKeys(), mail: openMail })
  await app.start()
  const onIdleError = () => undefined
  const db = openDatabase({ url: databaseUrl, connections: 4, name: 'mailwright fuzz', onIdleError })
  const close = async () => {
    await app.close()
    await db.close()
    await clear()
  }
  return { url: app.origin.url, db, databaseUrl, close }
}
