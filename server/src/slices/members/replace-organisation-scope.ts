import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { normaliseScope } from './normalise-scope.ts'
import { setOrganisationScope } from './organisation-scope.store.ts'
import type { ScopeRow } from './preferences.store.ts'

/** Replaces the whole scope; mail ingested before is not affected. */
export async function replaceOrganisationScope(
  db: Db,
  call: { caller: Caller; ip: string },
  given: ScopeRow,
) {
  const scope = normaliseScope(given)
  await setOrganisationScope(db, scope, call.caller.memberId)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'scope.replaced',
    targetKind: 'instance',
    targetId: null,
    // Counts only: up to 500 addresses would fill the log, and the scope itself can be read.
    details: { mode: scope.mode, domains: scope.domains.length, emails: scope.emails.length },
  })
  return { scope }
}
