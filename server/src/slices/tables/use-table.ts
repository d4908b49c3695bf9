import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { keyColumns, type Limits, type Table } from './table.ts'
import { findTableById, holdShape, lockRowCount, lockShape } from './tables.store.ts'

async function read(db: Db, held: { id: string } | undefined): Promise<Table> {
  const table = held && (await findTableById(db, held.id))
  if (!table) throw fault('tables.not_found')
  return table
}

/** The table, which keeps its shape until the end of the transaction. */
export const useTable = async (db: Db, idOrSlug: string) => read(db, await holdShape(db, idOrSlug))

/** The table, whose shape nobody else uses until the end of the transaction. */
export const takeTable = async (db: Db, idOrSlug: string) => read(db, await lockShape(db, idOrSlug))

export const limitReached = (limit: keyof Limits) => fault('tables.limit_reached', { details: { limit } })

// More than those who write at the same time can add before they see each other's rows.
const headroom = 25_000

/** Writers do not wait for each other, unless the table is nearly full: then the count has to be exact. */
export async function ensureRoom(db: Db, table: Table, more: number, { maxRows }: Limits) {
  if (table.rowCount + more <= maxRows - headroom) return
  await lockRowCount(db, table.id)
  const now = await findTableById(db, table.id)
  if ((now?.rowCount ?? 0) + more > maxRows) throw limitReached('maxRows')
}

export function keysOrFault(table: Table) {
  const keys = keyColumns(table)
  if (keys.length === 0) throw fault('tables.no_key')
  return keys
}
