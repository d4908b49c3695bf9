import { createBatcher } from '../../platform/concurrency/batcher.ts'
import type { Db } from '../../platform/db/database.ts'
import { findMailServers } from './own-mailboxes.store.ts'

/**
 * Whether one of the hosts (lower case) is the server of a connected mailbox at this port. The list may be kept for a
 * moment where only administrators choose the addresses.
 */
export function createMailServerCheck(db: Db, keptMs = 0) {
  let list: { readAt: number; servers: Set<string> } | undefined
  // Calls that wait for a reading share the next one, which begins after all of them.
  const read = createBatcher<undefined, Set<string>>(
    async (calls) => {
      const readAt = performance.now()
      const servers = await findMailServers(db)
      list = { readAt, servers }
      return calls.map(() => servers)
    },
    { maxInFlight: 1 },
  )
  return async (hosts: readonly string[], port: number): Promise<boolean> => {
    const isFresh = list !== undefined && performance.now() - list.readAt < keptMs
    const servers = isFresh && list ? list.servers : await read(undefined)
    return hosts.some((host) => servers.has(`${host} ${port}`))
  }
}
