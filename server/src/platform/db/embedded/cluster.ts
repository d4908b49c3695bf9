import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** What the parts of the supervisor need to know about one database folder. */
export type Cluster = {
  dataDir: string
  pgdata: string
  account: Account | undefined
  binaries: Binaries
  /** False if the account cannot access a parent folder, such as for a data folder below /root. */
  reachable: boolean
  settings: Record<string, string>
  log: (line: string) => void
}

/** Where the server creates its socket and where clients find it. */
export type Socket = { serverDir: string; clientDir: string; remove(): void }

export type ReadyCluster = Cluster & { socket: Socket }

/**
 * Tools always start inside the folder they work on. /proc/self/cwd then leads there without traversing the parents, so
 * that a data folder below a 0700 parent works without granting any permission.
 */
export function directoryArgument(cluster: Cluster, folder: string): string {
  return cluster.reachable ? folder : '/proc/self/cwd'
}
