import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { canReach, chooseAccount, takeBackFromRoot } from './account.ts'
import { answers } from './answers.ts'
import { findBinaries } from './binaries.ts'
import type { Cluster, ReadyCluster } from './cluster.ts'
import { writeAccessRules } from './cluster-files.ts'
import { ensureCluster } from './create-cluster.ts'
import { ensureDatabase } from './ensure-database.ts'
import { codeOf, EmbeddedPostgresError, toFolderError } from './errors.ts'
import { lockFolder } from './folder-lock.ts'
import { startPostmaster } from './postmaster.ts'
import { chooseSocket, urlOf } from './socket.ts'
import { type FinalExit, supervise } from './supervise.ts'

export { DataFolderInUse, EmbeddedPostgresError } from './errors.ts'

export type EmbeddedPostgres = {
  /** For `pg`, role and database `mailwright`; stays the same when the server is restarted. */
  url: string
  stop(): Promise<void>
  /** Resolves after `stop`, or when PostgreSQL died and could not be restarted. Never rejects. */
  exited: Promise<FinalExit>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Override the defaults in settings.ts; tests pass `{ fsync: 'off' }`. */
  settings?: Record<string, string>
  log?: (line: string) => void
  /** Reports what an operator should know: crashes and failed restarts. By default like `log`. */
  warn?: (line: string) => void
  /** How long a crashed server is restarted for; one minute by default. */
  maxOutageMs?: number
  /** Called once the server runs, while it gets ready for connections. */
  onRunning?: () => void
}

/**
 * Runs a real PostgreSQL in `<dataDir>/postgres` and keeps it running. Next to it are `postgres.lock` (one owner at a
 * time, see folder-lock.ts), `postgres.owner` (who that is, for people) and, if the programs cannot run in place,
 * `postgres-runtime-<version>`. Only the database account and root can reach the socket, and of those only the account
 * that runs Mailwright may connect: there is no password and no port.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataDir(options.dataDir)
  const log = options.log ?? (() => {})
  const lock = await lockFolder(dataDir)
  let removeSocket = () => {}
  const release = () => {
    removeSocket()
    lock.release()
  }
  try {
    const cluster = await prepareCluster(dataDir, options.settings ?? {}, log)
    removeSocket = cluster.socket.remove
    const { warn = log, maxOutageMs, onRunning } = options
    const first = await startPostmaster(cluster, onRunning && { onRunning })
    const startAgain = (cancelled: AbortSignal) =>
      startPostmaster(cluster, { cancelled, ...(maxOutageMs !== undefined && { maxSilenceMs: maxOutageMs }) })
    const url = urlOf(cluster.socket, 'mailwright', 'mailwright')
    const supervision = supervise({
      first,
      startAgain,
      answers: () => answers(url),
      warn,
      release,
      ...(maxOutageMs !== undefined && { maxOutageMs }),
    })
    try {
      await ensureDatabase(cluster.socket)
    } catch (error) {
      await supervision.stop()
      throw error
    }
    return { url, ...supervision }
  } catch (error) {
    release()
    throw toFolderError(error, dataDir)
  }
}

async function prepareCluster(
  dataDir: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<ReadyCluster> {
  const pgdata = join(dataDir, 'postgres')
  const account = chooseAccount(pgdata)
  takeBackFromRoot(account, pgdata)
  const binaries = findBinaries(dataDir, account, log)
  const cluster: Cluster = {
    dataDir,
    pgdata,
    account,
    binaries,
    settings,
    log,
    reachable: canReach(account, dataDir),
  }
  await ensureCluster(cluster)
  writeAccessRules(cluster)
  return { ...cluster, socket: await chooseSocket(cluster) }
}

/** Others may traverse it (the database account has to) but not list it. */
function makeDataDir(path: string): string {
  const dataDir = resolve(path)
  try {
    if (mkdirSync(dataDir, { recursive: true })) chmodSync(dataDir, 0o711)
    return realpathSync(dataDir)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be created or opened (${codeOf(error)}): make its parent writable for the account that runs Mailwright, or choose another data folder.`,
    )
  }
}
