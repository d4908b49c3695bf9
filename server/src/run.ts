import { join } from 'node:path'
import type { App } from './composition/app.ts'
import { type Config, ConfigError, readConfig } from './platform/config/read-config.ts'
import { KeyRingError } from './platform/crypto/errors.ts'
import { keyFileName } from './platform/crypto/key-file.ts'
import { emptyKeyRing, type KeyRing, keyRingFromText } from './platform/crypto/key-ring.ts'
import { keyRingFromFile } from './platform/crypto/key-ring-from-file.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { migrateJobs } from './platform/jobs/migrate-jobs.ts'
import { createLog, type Log } from './platform/log/log.ts'

/** Errors that an operator can fix are shown as a message, without a stack trace. */
const isOperatorError = (error: unknown) =>
  error instanceof ConfigError ||
  error instanceof EmbeddedPostgresError ||
  error instanceof KeyRingError ||
  ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? '')

type Database = { url: string; stop(): Promise<void>; failed: Promise<unknown> }

async function openDatabaseServer(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl)
    return { url: config.databaseUrl, stop: async () => undefined, failed: new Promise(() => undefined) }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({ postgres: line }, 'database'),
  })
  return { url: postgres.url, stop: postgres.stop, failed: postgres.exited }
}

async function start(config: Config, log: Log) {
  const opening = openDatabaseServer(config, log)
  // The database starts in its own process; load the service meanwhile.
  const loading = import('./composition/app.ts')
  loading.catch(() => undefined)
  const database = await opening
  try {
    const applied = await migrate(database.url)
    if (applied.length > 0) log.info({ applied }, 'migrated')
    await migrateJobs(database.url)
    const keys = await keyRingOf(config)
    const { createApp } = await loading
    const app = await createApp({ config, databaseUrl: database.url, log, keys })
    const link = await app.start()
    return { app, database, link }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The keys that encrypt secrets. */
async function keyRingOf({ secretKey, databaseUrl, dataDir }: Config): Promise<KeyRing> {
  if (secretKey) return keyRingFromText(secretKey)
  // With an external database, a key in this machine's folder would not be available to the other processes.
  if (secretKey === '' || databaseUrl) return emptyKeyRing()
  return keyRingFromFile({ path: join(dataDir, keyFileName), create: true })
}

function greeting({ roles }: Config, app: App, setupLink: string | undefined) {
  if (!roles.includes('api')) return 'Mailwright is ready and works in the background'
  const ready = `Mailwright is ready at ${app.origin.url}`
  return setupLink ? `${ready} - create the first administrator: ${setupLink}` : ready
}

function stopOnSignals(stop: () => Promise<void>, log: Log) {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    // A second Ctrl-C exits at once.
    if (isStopping) process.exit(130)
    isStopping = true
    log.info({ signal }, 'stopping')
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'failed to stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Starts the service, prints its URL, and stops it gracefully on a signal. */
export async function run() {
  try {
    const config = readConfig()
    const log = createLog(config.logLevel, { pid: process.pid })
    const { app, database, link } = await start(config, log)
    let isStopping = false
    const stop = async () => {
      isStopping = true
      await app.close()
      await database.stop()
    }
    stopOnSignals(stop, log)
    database.failed.then(() => {
      if (!isStopping) log.fatal('the embedded database exited and could not be restarted')
      process.exitCode ??= 1
      return app.close()
    })
    console.log(greeting(config, app, link))
  } catch (error) {
    console.error(isOperatorError(error) ? (error as Error).message : error)
    process.exit(1)
  }
}
