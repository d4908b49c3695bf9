import { createAllowList } from './allow-list.ts'
import { type Connect, createConnect } from './connect.ts'
import { createAgent, createFetch, type Fetch } from './fetch.ts'
import { createResolveAll, type Lookup, type Resolved, systemLookup } from './resolve.ts'

export type Outbound = {
  /** Judges a host and gives the address to connect to; the name stays for SNI and the certificate. */
  resolve(host: string, port: number): Promise<Resolved>
  /** A TCP connection to a judged address. */
  connect: Connect
  /** The standard's fetch behind the guard, with a time limit and a size limit. */
  fetch: Fetch
  /** Ends every call that is still under way. */
  close(): Promise<void>
}

type Options = {
  /** host:port pairs and CIDRs that may be reached although they are private. */
  allow: string[]
  lookup?: Lookup
  /** Certificates to trust instead of the system's. */
  ca?: string
}

/** The only way out of the process: nobody reaches an inner address through us unless it was allowed. */
export function createOutbound({ allow, lookup = systemLookup, ca }: Options): Outbound {
  const resolveAll = createResolveAll(createAllowList(allow), lookup)
  const connect = createConnect(resolveAll)
  const agent = createAgent(connect, ca)
  return {
    resolve: async (host, port) => {
      const [first] = await resolveAll(host, port)
      if (!first) throw new Error('resolveAll gave no address')
      return first
    },
    connect,
    fetch: createFetch(agent),
    close: () => agent.destroy(),
  }
}
