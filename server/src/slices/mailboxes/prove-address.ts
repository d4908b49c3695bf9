import { domainToASCII } from 'node:url'
import type { MailServers, Provider } from './account.ts'
import { knownProviders } from './known-providers.ts'

const hostOf = (name: string) => domainToASCII(name.toLowerCase()) || name.toLowerCase()

/**
 * Whether signing in has proven that the address is the member's. An OAuth provider names the address itself. An IMAP
 * server proves its user names only for its own domain: anyone can run a server that accepts any.
 */
export function provesAddress(
  { provider, address, servers }: { provider: Provider; address: string; servers: MailServers },
  trustedServers: readonly string[],
): boolean {
  if (provider !== 'imap') return true
  if (servers.username.toLowerCase() !== address.toLowerCase()) return false
  const host = hostOf(servers.imap.host)
  if (trustedServers.includes(host)) return true
  const domain = hostOf(address.slice(address.lastIndexOf('@') + 1))
  const isOfDomain = `.${host}`.endsWith(`.${domain}`) || knownProviders.get(domain)?.imap === host
  return isOfDomain && !servers.allowInvalidCertificate
}
