import { promises as dns } from 'node:dns'
import type { Allows } from './allow-list.ts'
import { HostNotFound, OutboundBlocked } from './errors.ts'
import { isPublicAddress } from './public-address.ts'
import { canonical, readHost } from './read-host.ts'

export type Lookup = (name: string) => Promise<{ address: string }[]>

export type Resolved = {
  address: string
  family: 4 | 6
  /** The requested name, for SNI and the certificate; none for a literal address (RFC 6066 3). */
  servername?: string
}

/** The addresses of a host, at least one, each of them checked. */
export type ResolveAll = (host: string, port: number) => Promise<Resolved[]>

export const systemLookup: Lookup = (name) => dns.lookup(name, { all: true, order: 'verbatim' })

async function lookUp(lookup: Lookup, name: string): Promise<string[]> {
  try {
    const answers = await lookup(name)
    if (answers.length > 0) return [...new Set(answers.map(({ address }) => canonical(address)))]
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    const isTemporary = code === 'EAI_AGAIN' || code === 'ETIMEOUT' || code === 'ESERVFAIL'
    throw new HostNotFound(name, { temporary: isTemporary, cause })
  }
  throw new HostNotFound(name)
}

const familyOf = (address: string) => (address.includes(':') ? 6 : 4)

type Guard = {
  allows: Allows
  lookup: Lookup
  /** Throws if the host, given by its name and its addresses, may not be reached although its addresses may. */
  check?: (hosts: string[], port: number) => Promise<void>
}

/**
 * Checks where a host leads. A name with one private address among public ones is rejected as a whole: otherwise chance
 * would decide which of them is used.
 */
export function createResolveAll({ allows, lookup, check = async () => undefined }: Guard): ResolveAll {
  return async (host, port) => {
    const read = readHost(host)
    if (read.kind === 'address') {
      const isOpen = read.readings.every(isPublicAddress) || allows({ address: read.address, port })
      if (!isOpen) throw new OutboundBlocked(host, port)
      await check([read.address], port)
      return [{ address: read.address, family: familyOf(read.address) }]
    }
    const { name } = read
    const addresses = await lookUp(lookup, name)
    const isOpen = (address: string) => isPublicAddress(address) || allows({ name, address, port })
    if (!addresses.every(isOpen)) throw new OutboundBlocked(name, port)
    await check([name, ...addresses], port)
    return addresses.map((address) => ({ address, family: familyOf(address), servername: name }))
  }
}
