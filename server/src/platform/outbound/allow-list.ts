import { insideCidr } from './public-address.ts'
import { readHost } from './read-host.ts'

type Target = {
  /** The requested name; none for a literal address. */
  name?: string
  address: string
  port: number
}

export type Allows = (target: Target) => boolean

const pairPattern = /^(\[[^\]]+\]|[^:/[\]]+):(\d{1,5})$/

function allowEntry(entry: string): Allows {
  try {
    if (entry.includes('/')) {
      const isInside = insideCidr(entry)
      return ({ address }) => isInside(address)
    }
    const pair = pairPattern.exec(entry)
    const port = Number(pair?.[2])
    if (!pair?.[1] || port < 1 || port > 65535) throw new Error('not host:port')
    const host = readHost(pair[1])
    // An address is allowed under every name; a name is allowed for whatever it resolves to.
    if (host.kind === 'address') return (target) => target.address === host.address && target.port === port
    return (target) => target.name === host.name && target.port === port
  } catch (cause) {
    throw new Error(`MAILWRIGHT_OUTBOUND_ALLOW: ${entry} is neither a host:port pair nor a CIDR.`, { cause })
  }
}

/** Private destinations that may be reached: host:port pairs and CIDRs. */
export function createAllowList(entries: string[]): Allows {
  const rules = entries.map(allowEntry)
  return (target) => rules.some((allows) => allows(target))
}
