import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { TableDeps } from './ports.ts'
import { publishTableUpdate } from './publish-update.ts'
import { indexKey, keyIndexName } from './shape.store.ts'
import { type Column, describeTable, type Table } from './table.ts'
import { deleteColumns, findTableById, saveColumns } from './tables.store.ts'

export function columnOf(table: Table, key: string): Column {
  const column = table.columns.find((one) => one.key === key)
  if (!column) throw fault('tables.column_not_found')
  return column
}

/** Inserts at the position, or at the end. */
export function place(columns: Column[], column: Column, position = columns.length): Column[] {
  return columns.toSpliced(Math.min(position, columns.length), 0, column)
}

/** The key columns may have changed, so two rows may now share a key. */
export const rebuildKey = (db: Db, table: Table) =>
  indexKey(db, table).catch((error) => {
    throw isUniqueViolation(error, keyIndexName(table)) ? fault('tables.duplicate_row') : error
  })

/** Saves the columns and publishes the change. */
export async function finishColumns(db: Db, table: Table, { live }: Pick<TableDeps, 'live'>) {
  await deleteColumns(db, table.id, table.columns)
  await saveColumns(db, table.id, table.columns, table.nextColumn)
  publishTableUpdate(db, live, table.id, 'structure')
  const changed = await findTableById(db, table.id)
  return { table: describeTable(changed ?? table) }
}
