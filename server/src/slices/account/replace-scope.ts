import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { normaliseScope, type ScopeRow, setScope } from '../members/index.ts'

/** Replaces the whole scope; mail ingested before is not affected. */
export async function replaceScope(db: Db, memberId: string, given: ScopeRow) {
  const scope = normaliseScope(given)
  if ((await setScope(db, memberId, scope)) === 0) throw fault('governance.not_found')
  return { scope }
}
