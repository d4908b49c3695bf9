import type { Db } from '../../platform/db/database.ts'
import { findMailServers } from './own-mailboxes.store.ts'

/**
 * Whether one of the hosts (lower case) is the server of a connected mailbox at this port. The list may be kept for a
 * moment where only administrators choose the addresses.
 */
export function createMailServerCheck(db: Db, keptMs = 0) {
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
