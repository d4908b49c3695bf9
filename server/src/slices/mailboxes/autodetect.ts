import { domainToASCII } from 'node:url'
import type { FindServices, Service, Services } from '../../protocols/autodetect/find-services.ts'
import { type KnownProvider, knownProviders } from './known-providers.ts'

const secureService = (host: string, port: number): Service => ({ host, port, secure: true })

const servicesOf = ({ imap, smtp, starttls }: KnownProvider): Services => ({
  imap: secureService(imap, 993),
  smtp: starttls ? { host: smtp, port: 587, secure: false } : secureService(smtp, 465),
})

const describe = ({ imap, smtp }: Services, source: 'known' | 'dns') => ({
  imapHost: imap?.host ?? null,
  imapPort: imap?.port ?? null,
  imapSecure: imap?.secure ?? null,
  smtpHost: smtp?.host ?? null,
  smtpPort: smtp?.port ?? null,
  smtpSecure: smtp?.secure ?? null,
  source: imap || smtp ? source : null,
})

/** Looks up the mail servers of an address without connecting to them. */
export async function autodetect(findServices: FindServices, address: string) {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
  const known = knownProviders.get(domain)
  if (known) return describe(servicesOf(known), 'known')
  return describe(domain === '' ? {} : await findServices(domain), 'dns')
}
