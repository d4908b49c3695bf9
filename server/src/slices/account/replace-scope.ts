import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { type ScopeRow, setScope } from '../members/index.ts'

// All but İ (U+0130), whose small form is two characters long: an entry must not grow past its bound.
const lower = (text: string) => text.replace(/[^\u0130]+/g, (part) => part.toLowerCase())
const normalise = (entries: string[]) => [
  ...new Set(entries.map((entry) => lower(entry.trim())).filter((entry) => entry !== '')),
]

/** Replaces the whole scope; mail that was ingested before stays. */
export async function replaceScope(db: Db, memberId: string, given: ScopeRow) {
  const scope = { mode: given.mode, domains: normalise(given.domains), emails: normalise(given.emails) }
  if ((await setScope(db, memberId, scope)) === 0) throw fault('governance.not_found')
  return { scope }
}
