import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { findVisibleIds, holdVisibleIds } from './connections.store.ts'

/** Those of the ids that the member may use: their own, and the organisation's. */
export const connectionExists = (db: Db, memberId: string, ids: readonly string[]): Promise<Set<string>> =>
  findVisibleIds(db, memberId, ids.filter(isUuid))

/** The same for whoever publishes what relies on them: none of them can be deleted until the transaction ends. */
export const holdConnections = (db: Db, memberId: string, ids: readonly string[]): Promise<Set<string>> =>
  holdVisibleIds(db, memberId, ids.filter(isUuid))
