import type { Db } from '../../platform/db/database.ts'
import { countStoredColumns, rebuildShape } from './shape.store.ts'
import type { Table } from './table.ts'

// PostgreSQL allows 1,600 columns in a table, including dropped ones.
const maxStoredColumns = 1_200

/** Moves the rows to a new stored table before the old one runs out of columns. */
export async function tidyShape(db: Db, table: Table): Promise<Table> {
  if ((await countStoredColumns(db, table)) < maxStoredColumns) return table
  return rebuildShape(db, table)
}
