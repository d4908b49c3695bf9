import type { Db } from '../../platform/db/database.ts'
import { countStoredColumns, rebuildShape } from './shape.store.ts'
import type { Table } from './table.ts'

// PostgreSQL allows 1,600 columns in a table and counts those that were dropped.
const most = 1_200

/** Moves the rows to a fresh place before the old one runs out of columns. */
export async function tidyShape(db: Db, table: Table): Promise<Table> {
  if ((await countStoredColumns(db, table)) < most) return table
  return rebuildShape(db, table)
}
