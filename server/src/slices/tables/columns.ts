import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { TableDeps } from './ports.ts'
import { indexKey, keyIndexName } from './shape.store.ts'
import { type Column, describeTable, type Table } from './table.ts'
import { deleteColumns, findTableById, saveColumns } from './tables.store.ts'
import { tell } from './tell.ts'

// What changes of columns have in common.

export function columnOf(table: Table, key: string): Column {
  const column = table.columns.find((one) => one.key === key)
  if (!column) throw fault('tables.column_not_found')
  return column
}

/** At this rank, or last. */
export function place(columns: Column[], column: Column, position = columns.length): Column[] {
  return columns.toSpliced(Math.min(position, columns.length), 0, column)
}

/** The key may have lost or won a column: two rows that were told apart may be so no longer. */
export const rebuildKey = (db: Db, table: Table) =>
  indexKey(db, table).catch((error) => {
    throw isUniqueViolation(error, keyIndexName(table)) ? fault('tables.duplicate_row') : error
  })

/** Writes the columns down and tells everybody. */
export async function finishColumns(db: Db, table: Table, { live }: Pick<TableDeps, 'live'>) {
  await deleteColumns(db, table.id, table.columns)
  await saveColumns(db, table.id, table.columns, table.nextColumn)
  tell(db, live, table.id, 'structure')
  const changed = await findTableById(db, table.id)
  return { table: describeTable(changed ?? table) }
}
