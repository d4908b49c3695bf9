import { fault } from '../../platform/errors/app-error.ts'
import { asciiDomain } from '../../platform/text/domain-name.ts'
import type { ScopeRow } from './preferences.store.ts'

type Issue = { path: string; message: string }
type Normalise = (entry: string) => string | undefined

/** `example.com`, and its synonyms `@example.com` and `*.example.com`. */
function normaliseDomain(entry: string): string | undefined {
  const [, prefix = '', name = ''] = /^(@|\*\.)?(.*)$/s.exec(entry) ?? []
  const domain = asciiDomain(name)
  return domain && `${prefix}${domain}`
}

// A quoted local part may contain anything.
const localPart = /^(?:[^\s@<>(),;:\\"[\]]+|"[^"\n\r]+")$/u
const maxEmailLength = 320

function normaliseEmailEntry(entry: string): string | undefined {
  const at = entry.lastIndexOf('@')
  const local = entry.slice(0, at).toLowerCase()
  const domain = at > 0 && localPart.test(local) ? asciiDomain(entry.slice(at + 1)) : undefined
  const email = domain && `${local}@${domain}`
  return email && email.length <= maxEmailLength ? email : undefined
}

/** Trimmed, normalised, without empty entries and duplicates, in the given order. */
function normaliseList(list: string[], normalise: Normalise, path: string, message: string, issues: Issue[]) {
  const entries = list.map((entry, index) => {
    const given = entry.trim()
    const normalised = given === '' ? '' : normalise(given)
    if (normalised === undefined) issues.push({ path: `${path}/${index}`, message })
    return normalised
  })
  return [...new Set(entries.filter((entry) => entry !== undefined && entry !== ''))] as string[]
}

/** Rejects entries that no sender can ever match, with their place. */
export function normaliseScope({ mode, domains, emails }: ScopeRow): ScopeRow {
  const issues: Issue[] = []
  const scope = {
    mode,
    domains: normaliseList(domains, normaliseDomain, '/domains', 'is not a domain name', issues),
    emails: normaliseList(emails, normaliseEmailEntry, '/emails', 'is not an email address', issues),
  }
  if (issues.length > 0) throw fault('request.bad_request', { details: { issues: issues.slice(0, 20) } })
  return scope
}
