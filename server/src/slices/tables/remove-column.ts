import type { Db } from '../../platform/db/database.ts'
import { columnOf, finishColumns, rebuildKey } from './columns.ts'
import { removeSearchText } from './conversion.store.ts'
import type { TableDeps } from './ports.ts'
import { dropFromShape } from './shape.store.ts'
import { isText } from './table.ts'
import { lockTable } from './use-table.ts'

export async function removeColumn(db: Db, idOrSlug: string, key: string, deps: TableDeps) {
  const table = await lockTable(db, idOrSlug)
  const column = columnOf(table, key)
  const changed = { ...table, columns: table.columns.filter((one) => one !== column) }
  await dropFromShape(db, table, column)
  if (isText(column)) await removeSearchText(db, table, column)
  if (column.isKey) await rebuildKey(db, changed)
  await finishColumns(db, changed, deps)
}
