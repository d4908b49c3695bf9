import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { HostNotFound } from './errors.ts'

/** What a written host refers to. */
export type Host =
  /** `address` is where a connection goes; `readings` are all interpretations of the spelling. */
  { kind: 'address'; address: string; readings: string[] } | { kind: 'name'; name: string }

/** Canonical form: mapped IPv4 becomes IPv4 (RFC 4291 2.5.5.2), a zone (RFC 4007 11) is removed. */
export function canonical(address: string): string {
  const bare = address.replace(/%.*$/s, '')
  if (!isIPv4(bare) && !isIPv6(bare)) throw new HostNotFound(address)
  return ipaddr.process(bare).toString()
}

const addressHost = (address: string, others: string[] = []): Host => ({
  kind: 'address',
  address,
  readings: [address, ...others],
})

/**
 * `0127.0.0.1` is octal to inet_aton and to URLs, and decimal to careless parsers. We connect to the octal reading, but
 * a spelling that some parser may read as a private address is checked as that one too.
 */
function decimalReading(host: string): string[] {
  const parts = host.replace(/\.$/, '').split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d+$/.test(part) && Number(part) < 256)) return []
  return [parts.map(Number).join('.')]
}

const isName = (name: string) =>
  name.length > 0 && name.length <= 253 && name.split('.').every((label) => /^[^.]{1,63}$/.test(label))

/**
 * Parses a host as the URL standard does, which covers every form of inet_aton (127.1, 0x7f.1, 017700000001,
 * 2130706433), full-width digits and the dots of other scripts. What it parses as a number never reaches DNS.
 */
export function readHost(host: string): Host {
  const bracketed = /^\[(.*)\]$/s.exec(host)
  if (bracketed || host.includes(':')) {
    const inner = (bracketed?.[1] ?? host).replace(/%[^%\s]*$/, '')
    if (!isIPv6(inner)) throw new HostNotFound(host)
    return addressHost(canonical(inner))
  }
  // A URL parser drops tabs and line breaks, decodes percent signs and cuts at slashes: none belongs in a host.
  if (/[\p{Cc}\s/\\?#@%<>^|[\]]/u.test(host) || !URL.canParse(`http://${host}/`)) throw new HostNotFound(host)
  const { hostname } = new URL(`http://${host}/`)
  if (isIPv4(hostname)) return addressHost(hostname, decimalReading(host))
  const name = hostname.replace(/\.$/, '')
  if (!isName(name)) throw new HostNotFound(host)
  return { kind: 'name', name }
}
