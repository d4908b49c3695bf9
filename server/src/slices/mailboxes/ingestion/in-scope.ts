import { asciiDomain } from '../../../platform/text/domain-name.ts'

/** Senders whose mail is ingested: all except those listed (`exclude`), or only those listed (`include`). */
export type IngestionScope = { mode: 'exclude' | 'include'; domains: string[]; emails: string[] }

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

// `example.com` includes its subdomains; `@example.com` and `*.example.com` are accepted as synonyms.
const matchesDomain = (domain: string, entry: string) => {
  const plain = toAscii(entry.replace(/^(@|\*\.)/, ''))
  return domain === plain || domain.endsWith(`.${plain}`)
}

// A domain that is not valid is compared as it is.
const toAscii = (domain: string) => asciiDomain(domain) ?? domain
const normalise = (email: string) => {
  const sender = email.trim().toLowerCase()
  const domain = domainOf(sender)
  return `${sender.slice(0, sender.length - domain.length)}${toAscii(domain)}`
}

/** The entry that matches a sender, as configured. */
function findEntry(scope: IngestionScope, email: string): string | undefined {
  const sender = normalise(email)
  const domain = domainOf(sender)
  return (
    scope.emails.find((entry) => normalise(entry) === sender) ??
    scope.domains.find((entry) => matchesDomain(domain, entry.toLowerCase()))
  )
}

/** The reason why a sender is excluded; undefined when the sender is in scope. */
export function exclusionReason(scope: IngestionScope, email: string | null): string | undefined {
  const entry = email === null ? undefined : findEntry(scope, email)
  if (scope.mode === 'exclude') return entry
  return entry === undefined ? 'not_included' : undefined
}
