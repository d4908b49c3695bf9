import type { ScopeRow } from './preferences.store.ts'

// Skip İ (U+0130): its lower-case form has two characters, and an entry must not exceed its maximum length.
const lower = (text: string) => text.replace(/[^\u0130]+/g, (part) => part.toLowerCase())
const normalise = (entries: string[]) => [
  ...new Set(entries.map((entry) => lower(entry.trim())).filter((entry) => entry !== '')),
]

/** Trimmed, lower case, without duplicates, in the given order. */
export const normaliseScope = ({ mode, domains, emails }: ScopeRow): ScopeRow => ({
  mode,
  domains: normalise(domains),
  emails: normalise(emails),
})
