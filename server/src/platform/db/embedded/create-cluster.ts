import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { type Cluster, directoryArgument } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { listPostgresIn, sendSignal, waitUntil } from './processes.ts'
import { runTool } from './tools.ts'

const MAJOR = '18'

/** Creates the database folder if it does not exist; an existing one must be ours and of our version. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  await removeUnfinished(cluster)
  const { pgdata } = cluster
  if (!existsSync(pgdata)) return createCluster(cluster)
  if (readdirSync(pgdata).length === 0) {
    rmdirSync(pgdata)
    return createCluster(cluster)
  }
  const versionFile = join(pgdata, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new EmbeddedPostgresError(
      `The folder ${pgdata} is neither empty nor a PostgreSQL database: move its content away or choose another data folder.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== MAJOR) {
    throw new EmbeddedPostgresError(
      `The database in ${pgdata} was created by PostgreSQL ${version}, but this Mailwright runs PostgreSQL ${MAJOR}: go back to the Mailwright release that created it, or move the folder away to start with an empty database.`,
    )
  }
}

/** initdb runs in a folder with a temporary name: under the final name a cluster is complete and on disk. */
async function createCluster(cluster: Cluster): Promise<void> {
  const { dataDir, pgdata, account } = cluster
  const unfinished = `${pgdata}.unfinished-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (account) chownSync(unfinished, account.uid, account.gid)
  await initialise(cluster, unfinished)
  if (cluster.settings.fsync !== 'off') await runInitdb(cluster, unfinished, ['--sync-only'])
  renameSync(unfinished, pgdata)
  const parent = openSync(dataDir, 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/**
 * Collation and case come from PostgreSQL's own C.UTF-8: the same on every system and version, so that no libc upgrade
 * corrupts an index. For pg_trgm the C library's LC_CTYPE still decides what a letter is, and in plain C "É" is not one:
 * hence the first UTF-8 locale that the system has.
 */
async function initialise(cluster: Cluster, folder: string): Promise<void> {
  const fixed = ['--username=postgres', '--encoding=UTF8', '--data-checksums', '--auth=reject', '--no-sync']
  const sorting = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const args = [...fixed, ...sorting, `--lc-ctype=${ctype}`, '--no-instructions']
    if (await runInitdb(cluster, folder, args, /invalid locale name/)) return
  }
}

async function runInitdb(
  cluster: Cluster,
  folder: string,
  args: string[],
  tolerated?: RegExp,
): Promise<boolean> {
  const tool = runTool({
    program: cluster.binaries.initdb,
    args: ['-D', directoryArgument(cluster, folder), ...args],
    cwd: folder,
    account: cluster.account,
    deathSignal: 'KILL',
    log: () => {},
  })
  const exit = await tool.exited
  if (exit.code === 0) return true
  const failureReason = tool.failureReason()
  if (tolerated?.test(failureReason)) return false
  rmSync(folder, { recursive: true, force: true })
  throw new EmbeddedPostgresError(
    `The database could not be created in ${cluster.pgdata} (${failureReason}): ${advice(failureReason)}, then start again.`,
  )
}

function advice(failureReason: string): string {
  if (/No space left|quota/i.test(failureReason)) return 'free some disk space'
  if (/Permission denied|Read-only|not permitted/i.test(failureReason)) {
    return 'make the data folder writable for the account that runs the database'
  }
  return 'fix the reported problem'
}

/** Removes what a killed first start left behind; we hold the folder lock, so nobody else needs it. */
async function removeUnfinished(cluster: Cluster): Promise<void> {
  const prefix = `${basename(cluster.pgdata)}.unfinished-`
  for (const name of readdirSync(cluster.dataDir)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(cluster.dataDir, name)
    for (const pid of listPostgresIn(folder)) sendSignal(pid, 'SIGKILL')
    await waitUntil(() => listPostgresIn(folder).length === 0, 2000)
    rmSync(folder, { recursive: true, force: true })
  }
}
