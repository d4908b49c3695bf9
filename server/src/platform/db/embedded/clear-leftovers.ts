import type { ReadyCluster } from './cluster.ts'
import { disownPostmasterFile, readPostmasterFile } from './cluster-files.ts'
import { DataFolderInUse, EmbeddedPostgresError } from './errors.ts'
import { isPostgresIn, listPostgresIn, sendSignal, waitUntil } from './processes.ts'
import { socketAnswers } from './socket.ts'

/**
 * Stops what an earlier run of this database left running. We hold the folder lock, so its supervisor is dead: a
 * postmaster is an orphan (or is handling its death signal) and is stopped, gracefully at first.
 */
export async function clearLeftovers(cluster: ReadyCluster): Promise<void> {
  const { pgdata, dataDir, socket, log } = cluster
  const old = readPostmasterFile(pgdata)
  if (!old) return
  if (isPostgresIn(pgdata, old.pid)) {
    log(`Stopping PostgreSQL (pid ${old.pid}) that a former Mailwright process left in ${pgdata}.`)
    await stopOrphan(pgdata, old.pid)
  }
  await endServerProcesses(pgdata)
  if (!readPostmasterFile(pgdata)) return
  // No visible process, but something listens: a container that is being stopped, or a competing server.
  if (!(await waitUntil(async () => !(await socketAnswers(socket)), 5000))) {
    throw new DataFolderInUse(dataDir, old.pid, ' in another container')
  }
  if (readPostmasterFile(pgdata)) disownPostmasterFile(cluster)
}

async function stopOrphan(pgdata: string, pid: number): Promise<void> {
  const gone = () => !isPostgresIn(pgdata, pid)
  sendSignal(pid, 'SIGINT')
  if (await waitUntil(gone, 10_000)) return
  sendSignal(pid, 'SIGQUIT')
  if (await waitUntil(gone, 10_000)) return
  throw new EmbeddedPostgresError(
    `PostgreSQL (pid ${pid}) still runs in ${pgdata} and does not stop: end it with "kill -QUIT ${pid}" as its owner or as root, then start again.`,
  )
}

/**
 * Server processes whose postmaster was killed exit by themselves, but a busy one only after its query. Their shared
 * memory is lost in any case, and PostgreSQL would not start next to them.
 */
async function endServerProcesses(pgdata: string): Promise<void> {
  if (await waitUntil(() => listPostgresIn(pgdata).length === 0, 300)) return
  for (const pid of listPostgresIn(pgdata)) sendSignal(pid, 'SIGKILL')
  await waitUntil(() => listPostgresIn(pgdata).length === 0, 3000)
}
