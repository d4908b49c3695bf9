/** Whose mail is taken in: everyone's but these (`exclude`), or only these (`include`). */
export type IngestionScope = { mode: 'exclude' | 'include'; domains: string[]; emails: string[] }

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

// `example.com` also stands for its subdomains; `@example.com` and `*.example.com` are other ways to write it.
const matchesDomain = (domain: string, entry: string) => {
  const plain = entry.replace(/^(@|\*\.)/, '')
  return domain === plain || domain.endsWith(`.${plain}`)
}

/** The entry that speaks about a sender, as it was written; undefined when none does. */
function findEntry(scope: IngestionScope, email: string): string | undefined {
  const sender = email.trim().toLowerCase()
  const domain = domainOf(sender)
  return (
    scope.emails.find((entry) => entry.toLowerCase() === sender) ??
    scope.domains.find((entry) => matchesDomain(domain, entry.toLowerCase()))
  )
}

/** Why a sender is left out, or undefined when they are not. */
export function exclusionReason(scope: IngestionScope, email: string | null): string | undefined {
  const entry = email === null ? undefined : findEntry(scope, email)
  if (scope.mode === 'exclude') return entry
  return entry === undefined ? 'not_included' : undefined
}
