import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

export type Told = 'created' | 'structure' | 'rows' | 'deleted'

// Many writes of one transaction are one thing to hear of.
const told = new WeakMap<Db, Set<string>>()

/** Tells everybody, once the transaction is done. */
export function tell(db: Db, live: Pick<Live, 'publish'>, tableId: string, what: Told) {
  const known = told.get(db) ?? new Set<string>()
  const mark = `${tableId} ${what}`
  if (known.has(mark)) return
  told.set(db, known.add(mark))
  // Outside a transaction this is at once.
  db.afterCommit(() => known.delete(mark))
  live.publish(db, { everyone: true, type: 'table.updated', data: { tableId, what } })
}
