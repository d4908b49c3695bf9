import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { findVisibleIds, lockVisibleIds } from './connections.store.ts'

/** The subset of ids that the member may use: their own and the organisation's. */
export const findUsableConnections = (
  db: Db,
  memberId: string,
  ids: readonly string[],
): Promise<Set<string>> => findVisibleIds(db, memberId, ids.filter(isUuid))

/** Also prevents their deletion until the transaction ends, for publishing workflows that use them. */
export const lockConnections = (db: Db, memberId: string, ids: readonly string[]): Promise<Set<string>> =>
  lockVisibleIds(db, memberId, ids.filter(isUuid))
