import { join } from 'node:path'
import type { App } from './composition/app.ts'
import { msWithoutRequest } from './platform/concurrency/background-turns.ts'
import { waitAtMost, withTimeout } from './platform/concurrency/time.ts'
import { reportNetworkInTransaction } from './platform/concurrency/transaction-scope.ts'
import { type Config, ConfigError, isStartedByNpm, readConfig } from './platform/config/read-config.ts'
import { KeyRingError } from './platform/crypto/errors.ts'
import { keyFileName } from './platform/crypto/key-file.ts'
import { emptyKeyRing, type KeyRing, keyRingFromText } from './platform/crypto/key-ring.ts'
import { keyRingFromFile } from './platform/crypto/key-ring-from-file.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts'
import { isDatabaseUnavailable } from './platform/db/faults.ts'
import { migrate } from './platform/db/migrate.ts'
import { DatabaseUnusable, reasonOf, waitForDatabase } from './platform/db/wait-for-database.ts'
import { migrateJobs } from './platform/jobs/migrate-jobs.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { garbageCollector, startMemoryRelease } from './platform/metrics/release-memory.ts'
import { openWebApp } from './platform/web/open-web-app.ts'

/** Errors that an operator can fix are shown as a message, without a stack trace. */
const isOperatorError = (error: unknown) =>
  error instanceof ConfigError ||
  error instanceof EmbeddedPostgresError ||
  error instanceof DatabaseUnusable ||
  error instanceof KeyRingError ||
  ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? '')

type Database = {
  url: string
  stop(): Promise<void>
  /** Resolves with the reason when the embedded database ended for good. */
  failed: Promise<string>
}

async function openDatabaseServer(config: Config, log: Log, onRunning: () => void): Promise<Database> {
  const maxOutageMs = config.databaseWaitSeconds * 1000
  if (config.databaseUrl) {
    await waitForDatabase(config.databaseUrl, { timeoutMs: maxOutageMs, log })
    return { url: config.databaseUrl, stop: async () => undefined, failed: new Promise(() => undefined) }
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({ postgres: line }, 'database'),
    warn: (line) => log.warn({ postgres: line }, 'database'),
    maxOutageMs,
    onRunning,
  })
  const failed = postgres.exited.then(({ restartFailure = 'it exited' }) => restartFailure)
  return { url: postgres.url, stop: postgres.stop, failed }
}

async function start(config: Config, log: Log) {
  const running = Promise.withResolvers<void>()
  const opening = openDatabaseServer(config, log, running.resolve)
  // The embedded database gets ready in its own process; load the service meanwhile, which leaves no time for anything
  // else. With another database, loading would only delay the answer.
  const loading = Promise.race([opening, running.promise]).then(() => import('./composition/app.ts'))
  loading.catch(() => undefined)
  const servesPages = config.webApp && config.roles.includes('api')
  const web = servesPages ? openWebApp(config, log) : Promise.resolve(undefined)
  const database = await opening
  try {
    const applied = await migrate(database.url)
    if (applied.length > 0) log.info({ applied }, 'migrated')
    await migrateJobs(database.url)
    const keys = await keyRingOf(config)
    const { createApp } = await loading
    const pages = await web
    const app = await createApp({
      config,
      databaseUrl: database.url,
      log,
      keys,
      ...(pages ? { web: pages } : {}),
    })
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

// The parts of the service have their own limits; PostgreSQL then needs up to 25 seconds.
const stopTimeoutMs = 30_000
// Without a database there is nothing to hand over: other processes take over by themselves.
const failedStopTimeoutMs = 3_000

/** Ends the process once: gracefully on a signal, or because the embedded database ended for good. */
function createEnding({ app, database, log }: { app: App; database: Database; log: Log }) {
  let isEnding = false

  async function stop(): Promise<number> {
    let code = 0
    const late = () => new Error('the service did not stop in time')
    try {
      await withTimeout(app.close(), stopTimeoutMs, late)
    } catch (error) {
      log.error({ err: error }, 'failed to stop cleanly')
      code = 1
    }
    await database.stop()
    return code
  }

  return {
    onSignal: (signal: NodeJS.Signals) => {
      // A second Ctrl-C exits at once.
      if (isEnding) process.exit(130)
      isEnding = true
      log.info({ signal }, 'stopping')
      stop().then(
        (code) => process.exit(code),
        (error) => {
          log.error({ err: error }, 'failed to stop cleanly')
          process.exit(1)
        },
      )
    },
    onDatabaseFailed: async (reason: string) => {
      if (isEnding) return
      isEnding = true
      log.fatal({ reason }, 'the embedded database exited and could not be restarted')
      console.error(`Mailwright ends because its database exited and could not be restarted. ${reason}`)
      await waitAtMost(
        app.close().catch(() => undefined),
        failedStopTimeoutMs,
      )
      process.exit(1)
    },
  }
}

/** npm may be killed without a signal for us. A shell in between would hide that, hence `exec` in the start command. */
function watchParent(stop: () => void) {
  if (!isStartedByNpm()) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 1_000).unref()
}

/** The database may also become unavailable during the start, after it answered. */
const describeFailure = (error: unknown): unknown => {
  if (isOperatorError(error)) return (error as Error).message
  if (!isDatabaseUnavailable(error)) return error
  return `The database became unavailable during the start (${reasonOf(error)}): start Mailwright again.`
}

/** Starts the service, prints its URL, and stops it gracefully on a signal. */
export async function run() {
  // During the start the process just ends, and the database with it.
  let onParentGone = (): void => process.exit(1)
  watchParent(() => onParentGone())
  try {
    const config = readConfig()
    const log = createLog(config.logLevel, { pid: process.pid })
    reportNetworkInTransaction((err) => log.error({ err }, 'made a network call in a transaction'))
    const { app, database, link } = await start(config, log)
    const { onSignal, onDatabaseFailed } = createEnding({ app, database, log })
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
    // The terminal was closed.
    process.on('SIGHUP', onSignal)
    onParentGone = () => onSignal('SIGHUP')
    database.failed.then(onDatabaseFailed)
    const collect = garbageCollector()
    if (collect) startMemoryRelease({ collect, quietMs: msWithoutRequest })
    console.log(greeting(config, app, link))
  } catch (error) {
    console.error(describeFailure(error))
    process.exit(1)
  }
}
