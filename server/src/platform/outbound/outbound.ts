import { assertNoTransaction } from '../concurrency/transaction-scope.ts'
import { createAllowList } from './allow-list.ts'
import { type Connect, createConnect } from './connect.ts'
import { createAgent, createFetch, type Fetch } from './fetch.ts'
import { createResolveAll, type Lookup, type Resolved, systemLookup } from './resolve.ts'

export type Outbound = {
  /** Checks a host and returns the address to connect to; the name is kept for SNI and the certificate. */
  resolve(host: string, port: number): Promise<Resolved>
  /** Opens a TCP connection to a checked address. */
  connect: Connect
  /** Standard fetch through the guard, with a time limit and a size limit. */
  fetch: Fetch
  /** Aborts every call in flight. */
  close(): Promise<void>
}

type Options = {
  /** host:port pairs and CIDRs that may be reached although they are private. */
  allow: string[]
  lookup?: Lookup
  /** Certificates to trust instead of the system's. */
  ca?: string
}

/** The only way to make outbound connections: internal addresses cannot be reached unless allowed. */
export function createOutbound({ allow, lookup = systemLookup, ca }: Options): Outbound {
  const resolveAll = createResolveAll(createAllowList(allow), lookup)
  const connect = createConnect(resolveAll)
  const agent = createAgent(connect, ca)
  return {
    resolve: async (host, port) => {
      assertNoTransaction('A host name was resolved')
      const [first] = await resolveAll(host, port)
      if (!first) throw new Error('resolveAll returned no address')
      return first
    },
    connect,
    fetch: createFetch(agent),
    close: () => agent.destroy(),
  }
}
