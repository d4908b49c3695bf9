import ipaddr from 'ipaddr.js'
import { memoize } from '../memoize.ts'

const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16')

// Some proxies append the port.
const withoutPort = (text: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

function groupOf(address: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address
  const bare = withoutPort(address.trim()).replace(/%.*$/s, '')
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  if (!isAddress) return bare.slice(0, 64).toLowerCase()
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  if (parsed.match(sixToFour)) return parsed.toByteArray().slice(2, 6).join('.')
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

const knownGroupOf = memoize(groupOf, 1_000)
/** An address with its port and zone; what a proxy passes on may be anything. */
const maxAddress = 128

/**
 * The addresses that count as one client in limits: one IPv4 address, or one IPv6 /64, which a network gives to a single
 * host. IPv4 written as IPv6 is IPv4, and so is 6to4, where one IPv4 address stands behind 65,536 networks.
 */
export const addressGroupOf = (address: string): string =>
  address.length > maxAddress ? groupOf(address) : knownGroupOf(address)
