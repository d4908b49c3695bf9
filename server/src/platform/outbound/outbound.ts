import { assertNoTransaction } from '../concurrency/transaction-scope.ts'
import { createAllowList, type Purpose } from './allow-list.ts'
import { type Connect, createConnect } from './connect.ts'
import { MailPortClosed } from './errors.ts'
import { createAgent, createFetch, createFetchWhole, type Fetch, type FetchWhole } from './fetch.ts'
import { readHost } from './read-host.ts'
import { createResolveAll, type Lookup, type Resolved, systemLookup } from './resolve.ts'

export type Outbound = {
  /** Checks a host and returns the address to connect to; the name is kept for SNI and the certificate. */
  resolve(host: string, port: number): Promise<Resolved>
  /** Opens a TCP connection to a checked address. */
  connect: Connect
  /** Standard fetch through the guard, with a time limit and a size limit. */
  fetch: Fetch
  fetchWhole: FetchWhole
  /** Aborts every call in flight. */
  close(): Promise<void>
}

type Options = {
  purpose: Purpose
  /** What may be reached although it is private: host:port pairs and CIDRs, with or without a purpose. */
  allow: string[]
  /** Whether one of the hosts (names, addresses) is known as a mail server at this port. */
  isMailServer?: (hosts: string[], port: number) => Promise<boolean>
  lookup?: Lookup
  /** Certificates to trust instead of the system's. */
  ca?: string
}

// SMTP, POP3, IMAP, ManageSieve and the ports that providers use instead of 25.
const mailPorts = new Set([24, 25, 109, 110, 143, 220, 465, 587, 993, 995, 2525, 2526, 4190])

function hostOf(written: string): string {
  const host = readHost(written)
  return host.kind === 'address' ? host.address : host.name
}

/** The only way to make outbound connections: internal addresses cannot be reached unless allowed. */
export function createOutbound(options: Options): Outbound {
  const { purpose, allow, lookup = systemLookup, ca, isMailServer = async () => false } = options
  const check = async (hosts: string[], port: number) => {
    if (purpose === 'mail') return
    const [host = ''] = hosts
    if (mailPorts.has(port) || (await isMailServer(hosts, port))) throw new MailPortClosed(host, port)
  }
  const resolveAll = createResolveAll({
    allows: createAllowList(allow, purpose),
    lookup,
    check,
  })
  const connect = createConnect(resolveAll)
  const agent = createAgent(connect, ca)
  const checkPort = async (host: string, port: number) => check([hostOf(host)], port)
  return {
    resolve: async (host, port) => {
      assertNoTransaction('A host name was resolved')
      const [first] = await resolveAll(host, port)
      if (!first) throw new Error('resolveAll returned no address')
      return first
    },
    connect,
    fetch: createFetch(agent, checkPort),
    fetchWhole: createFetchWhole(agent, checkPort),
    close: () => agent.destroy(),
  }
}
