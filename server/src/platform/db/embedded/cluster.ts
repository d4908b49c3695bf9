import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Everything the parts of the supervisor need to know about one database folder. */
export type Cluster = {
  dataDir: string
  pgdata: string
  account: Account | undefined
  binaries: Binaries
  /** False where a parent folder is closed to the account, such as a data folder below /root. */
  reachable: boolean
  settings: Record<string, string>
  log: (line: string) => void
}

/** Where the server puts its socket and where clients find it. */
export type Socket = { serverDir: string; clientDir: string; remove(): void }

export type ReadyCluster = Cluster & { socket: Socket }

/**
 * Tools always start inside the folder they work on. /proc/self/cwd then leads there without passing through the
 * parents, so that a data folder below a 0700 parent works with no permission given to anybody.
 */
export function directoryArgument(cluster: Cluster, folder: string): string {
  return cluster.reachable ? folder : '/proc/self/cwd'
}
