import { insideCidr } from './public-address.ts'
import { readHost } from './read-host.ts'

/** What a connection is for. Entries of the allow list may be tied to one. */
export type Purpose = 'mail' | 'http' | 'images' | 'ai' | 's3'

type Target = {
  /** The requested name; none for a literal address. */
  name?: string
  address: string
  port: number
}

export type Allows = (target: Target) => boolean

const purposePattern = /^(mail|http|images|ai|s3):(.+)$/
const pairPattern = /^(\[[^\]]+\]|[^:/[\]]+)(?::(\d{1,5}))?$/

/** `mail:lan.example` has a purpose; `mail:993` is the port of a host called mail. */
function readPurpose(entry: string): { purpose?: string | undefined; rest: string } {
  const found = purposePattern.exec(entry)
  return found?.[2] && !/^\d+$/.test(found[2]) ? { purpose: found[1], rest: found[2] } : { rest: entry }
}

function readPort(text: string | undefined): number {
  const port = Number(text)
  if (!(port >= 1 && port <= 65535)) throw new Error('not a port')
  return port
}

function allowTarget(entry: string, needsPort: boolean): Allows {
  if (entry.includes('/')) {
    const isInside = insideCidr(entry)
    return ({ address }) => isInside(address)
  }
  const pair = pairPattern.exec(entry)
  if (!pair?.[1]) throw new Error('not host:port')
  const port = needsPort || pair[2] !== undefined ? readPort(pair[2]) : undefined
  const host = readHost(pair[1])
  const isPort = (target: Target) => port === undefined || target.port === port
  // An address is allowed under every name; a name is allowed for whatever it resolves to.
  if (host.kind === 'address') return (target) => target.address === host.address && isPort(target)
  return (target) => target.name === host.name && isPort(target)
}

function allowEntry(entry: string): { purpose?: string | undefined; allows: Allows } {
  const { purpose, rest } = readPurpose(entry)
  try {
    return { purpose, allows: allowTarget(rest, purpose === undefined) }
  } catch (cause) {
    const expected = 'a host:port pair or a CIDR, with or without a purpose (mail:, http:, images:, ai:, s3:)'
    throw new Error(`MAILWRIGHT_OUTBOUND_ALLOW: ${entry} is not ${expected}.`, { cause })
  }
}

/** Private destinations that may be reached: host:port pairs and CIDRs, for all purposes or for one. */
export function createAllowList(entries: string[], purpose: Purpose): Allows {
  const rules = entries
    .map(allowEntry)
    .flatMap((one) => (one.purpose === undefined || one.purpose === purpose ? [one.allows] : []))
  return (target) => rules.some((allows) => allows(target))
}
