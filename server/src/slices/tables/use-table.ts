import type { Db } from '../../platform/db/database.ts'
import { readOnce, requireOwnTransaction } from '../../platform/db/shared-transaction.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { keyColumns, type Limits, type Table } from './table.ts'
import { findTable, findTableById, lockRowCount, lockShape, shareShape } from './tables.store.ts'

/** Sends both at once: the table is read after the lock was taken, in a statement of its own. */
async function readLocked(
  db: Db,
  idOrSlug: string,
  lock: (db: Db, idOrSlug: string) => Promise<{ id: string } | undefined>,
): Promise<Table> {
  const [locked, found] = await Promise.all([lock(db, idOrSlug), findTable(db, idOrSlug)])
  // The slug may belong to another table by now.
  const table = found?.id === locked?.id ? found : locked && (await findTableById(db, locked.id))
  if (!table) throw fault('tables.not_found')
  return table
}

/** Takes a shared lock on the shape of the table until the end of the transaction. */
export const shareTable = (db: Db, idOrSlug: string) =>
  readOnce(db, `table ${idOrSlug}`, () => readLocked(db, idOrSlug, shareShape))

/** Takes an exclusive lock on the shape of the table until the end of the transaction. */
export const lockTable = (db: Db, idOrSlug: string) => readLocked(db, idOrSlug, lockShape)

export const limitReached = (limit: keyof Limits) => fault('tables.limit_reached', { details: { limit } })

// More rows than concurrent writers can add before they see each other's.
const headroom = 25_000

/** Writers do not block each other unless the table is nearly full, when the count must be exact. */
export async function ensureRowLimit(db: Db, table: Table, newRows: number, { maxRows }: Limits) {
  if (table.rowCount + newRows <= maxRows - headroom) return
  requireOwnTransaction(db)
  await lockRowCount(db, table.id)
  const current = await findTableById(db, table.id)
  if ((current?.rowCount ?? 0) + newRows > maxRows) throw limitReached('maxRows')
}

export function requireKeyColumns(table: Table) {
  const keys = keyColumns(table)
  if (keys.length === 0) throw fault('tables.no_key')
  return keys
}
