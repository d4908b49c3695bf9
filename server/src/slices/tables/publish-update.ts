import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

export type TableChange = 'created' | 'structure' | 'rows' | 'deleted'

// Several writes in one transaction result in one event.
const published = new WeakMap<Db, Set<string>>()

/** Publishes to all members once the transaction has committed. */
export function publishTableUpdate(db: Db, live: Pick<Live, 'publish'>, tableId: string, what: TableChange) {
  const changes = published.get(db) ?? new Set<string>()
  const change = `${tableId} ${what}`
  if (changes.has(change)) return
  published.set(db, changes.add(change))
  // Runs immediately outside a transaction.
  db.afterCommit(() => changes.delete(change))
  live.publish(db, { everyone: true, type: 'table.updated', data: { tableId, what } })
}
