import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

const ranges = (...list: string[]): Range[] => list.map((text) => ipaddr.parseCIDR(text))
const isIn = (address: Address, list: Range[]) =>
  list.some(([base, bits]) => base.kind() === address.kind() && address.match([base, bits] as never))

// RFC 6890, the IANA special-purpose registry, and cloud services behind addresses that look public.
const closedIpv4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; Alibaba's metadata is 100.100.100.200
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's wire server: metadata, on a public address
  '169.254.0.0/16', // link-local; metadata of most clouds is 169.254.169.254
  '172.16.0.0/12',
  '192.0.0.0/24', // Oracle's metadata is 192.0.0.192
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4', // includes the broadcast address
)

// IPv6 is blocked except for global unicast (RFC 4291 2.4): so are `::/96`, ULA, link-local and unassigned space.
const openIpv6 = ranges('2000::/3')
const closedIpv6 = ranges(
  '2001::/23', // Teredo 2001::/32, ORCHID, benchmarking
  '2001:db8::/32',
  '2002::/16', // 6to4 embeds an IPv4 address of the sender's choice
  '2620:4f:8000::/48',
  '3fff::/20',
)
// A NAT64 gateway sends to the IPv4 address in the last four bytes (RFC 6052 2.1), so that one is checked.
const nat64 = ranges('64:ff9b::/96')

/** The address at which packets arrive. */
function destination(text: string): Address {
  const address = ipaddr.process(text)
  return isIn(address, nat64) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address
}

/** Whether the address is on the public internet and not internal. */
export function isPublicAddress(text: string): boolean {
  const address = destination(text)
  if (address.kind() === 'ipv4') return !isIn(address, closedIpv4)
  return isIn(address, openIpv6) && !isIn(address, closedIpv6)
}

/** Matches a CIDR against addresses in canonical form. */
export function insideCidr(cidr: string): (text: string) => boolean {
  const list = ranges(cidr)
  return (text) => isIn(destination(text), list) || isIn(ipaddr.process(text), list)
}
