import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

export type TableChange = 'created' | 'structure' | 'rows' | 'deleted'

// Several writes in one transaction result in one event.
const published = new WeakMap<Db, Set<string>>()

/** Publishes to all members once the transaction has committed. */
export function publishTableUpdate(db: Db, live: Pick<Live, 'publish'>, tableId: string, what: TableChange) {
  const known = published.get(db) ?? new Set<string>()
  const mark = `${tableId} ${what}`
  if (known.has(mark)) return
  published.set(db, known.add(mark))
  // Runs immediately outside a transaction.
  db.afterCommit(() => known.delete(mark))
  live.publish(db, { everyone: true, type: 'table.updated', data: { tableId, what } })
}
