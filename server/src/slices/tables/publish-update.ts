import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

export type TableChange = 'created' | 'structure' | 'rows' | 'deleted'

const place = Symbol('published table changes')

/** Publishes to all members once the transaction has committed. */
export function publishTableUpdate(db: Db, live: Pick<Live, 'publish'>, tableId: string, what: TableChange) {
  // Several writes in one transaction result in one event.
  const changes = (db.values?.get(place) as Set<string> | undefined) ?? new Set<string>()
  const change = `${tableId} ${what}`
  if (changes.has(change)) return
  db.values?.set(place, changes.add(change))
  live.publish(db, { everyone: true, type: 'table.updated', data: { tableId, what } })
}
