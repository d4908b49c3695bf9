import { setTimeout as delay } from 'node:timers/promises'
import { clearLeftovers } from './clear-leftovers.ts'
import { directoryArgument, type ReadyCluster } from './cluster.ts'
import { readPostmasterFile } from './cluster-files.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { serverArguments } from './settings.ts'
import { type Exit, runTool, type Tool } from './tools.ts'

export type Postmaster = {
  pid: number
  exited: Promise<Exit>
  shutDown(): Promise<Exit>
  /** For one that no longer answers. */
  kill(): void
}

// The remains of an earlier postmaster can take a moment to disappear.
const transientErrors = /pre-existing shared memory block|lock file .* already exists|Address already in use/

type StartOptions = {
  cancelled?: AbortSignal
  /** How long it may run without accepting connections or writing a line; recovery reports its progress every 10 s. */
  maxSilenceMs?: number
  onRunning?: () => void
}

/** Resolves when connections are accepted. Recovery after a crash may take minutes. */
export async function startPostmaster(
  cluster: ReadyCluster,
  options: StartOptions = {},
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    await clearLeftovers(cluster)
    const tool = runServer(cluster)
    options.onRunning?.()
    if (await becomesReady(cluster, tool, options)) return postmasterOf(tool)
    const failureReason = tool.failureReason()
    if (attempt === 20 || options.cancelled?.aborted || !transientErrors.test(failureReason)) {
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start in ${cluster.pgdata} (${failureReason}): fix the reported problem, then start again.`,
      )
    }
    await delay(250)
  }
}

function runServer(cluster: ReadyCluster): Tool {
  const directory = directoryArgument(cluster, cluster.pgdata)
  return runTool({
    program: cluster.binaries.postgres,
    args: serverArguments(directory, cluster.socket.serverDir, cluster.settings),
    cwd: cluster.pgdata,
    account: cluster.account,
    deathSignal: 'INT',
    log: cluster.log,
  })
}

/** PostgreSQL writes its state into line 8 of postmaster.pid: cheaper than connecting until it works. */
async function becomesReady(
  cluster: ReadyCluster,
  tool: Tool,
  { cancelled, maxSilenceMs = 60_000 }: StartOptions,
): Promise<boolean> {
  let ended = false
  void tool.exited.then(() => {
    ended = true
  })
  while (!ended) {
    const file = readPostmasterFile(cluster.pgdata)
    if (file?.pid === tool.child.pid && file?.status === 'ready') return true
    if (cancelled?.aborted) await postmasterOf(tool).shutDown()
    else if (Date.now() - tool.lastSignAt() > maxSilenceMs) {
      postmasterOf(tool).kill()
      await tool.exited
      throw new EmbeddedPostgresError(
        `PostgreSQL ran in ${cluster.pgdata} without accepting connections and was ended: see its log, then start again.`,
      )
    } else await delay(10)
  }
  return false
}

function postmasterOf(tool: Tool): Postmaster {
  const { child, exited } = tool
  /** Fast (running transactions are rolled back, a checkpoint is written), then immediate, then by force. */
  const shutDown = async () => {
    child.kill('SIGINT')
    const immediate = setTimeout(() => child.kill('SIGQUIT'), 10_000)
    const force = setTimeout(() => child.kill('SIGKILL'), 25_000)
    const exit = await exited
    clearTimeout(immediate)
    clearTimeout(force)
    return exit
  }
  return { pid: child.pid ?? 0, exited, shutDown, kill: () => child.kill('SIGKILL') }
}
