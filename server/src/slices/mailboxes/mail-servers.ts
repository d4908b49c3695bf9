import type { Db } from '../../platform/db/database.ts'
import { findMailServers } from './own-mailboxes.store.ts'

const keptMs = 2_000

/**
 * Whether one of the hosts (lower case) is the server of a connected mailbox at this port. Every call to the outside
 * asks, so the list is kept for two seconds.
 */
export function createMailServerCheck(db: Db) {
  let list: { readAt: number; servers: Promise<Set<string>> } | undefined
  const read = () => {
    const servers = findMailServers(db)
    const fresh = { readAt: performance.now(), servers }
    servers.catch(() => {
      if (list === fresh) list = undefined
    })
    list = fresh
    return servers
  }
  return async (hosts: readonly string[], port: number): Promise<boolean> => {
    const isFresh = list !== undefined && performance.now() - list.readAt < keptMs
    const servers = await (isFresh && list ? list.servers : read())
    return hosts.some((host) => servers.has(`${host} ${port}`))
  }
}
