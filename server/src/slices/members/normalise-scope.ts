import type { ScopeRow } from './preferences.store.ts'

// All but İ (U+0130), whose small form is two characters long: an entry must not grow past its bound.
const lower = (text: string) => text.replace(/[^\u0130]+/g, (part) => part.toLowerCase())
const normalise = (entries: string[]) => [
  ...new Set(entries.map((entry) => lower(entry.trim())).filter((entry) => entry !== '')),
]

/** One spelling an entry, each once, in the given order. */
export const normaliseScope = ({ mode, domains, emails }: ScopeRow): ScopeRow => ({
  mode,
  domains: normalise(domains),
  emails: normalise(emails),
})
