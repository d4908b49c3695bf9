import type { Body } from '@mailwright/contract/route'
import type { tableColumns } from '@mailwright/contract/table-columns'
import type { Db } from '../../platform/db/database.ts'
import { finishColumns, place, rebuildKey } from './columns.ts'
import { newColumns } from './new-columns.ts'
import type { TableDeps } from './ports.ts'
import { addToShape, indexColumn } from './shape.store.ts'
import { tidyShape } from './tidy-shape.ts'
import { limitReached, lockTable } from './use-table.ts'

type Input = Body<typeof tableColumns.add>

/** Existing rows get an empty cell. A required column applies to writes from now on. */
export async function addColumn(db: Db, idOrSlug: string, { position, ...input }: Input, deps: TableDeps) {
  const table = await tidyShape(db, await lockTable(db, idOrSlug))
  if (table.columns.length >= deps.limits.maxColumns) throw limitReached('maxColumns')
  const [column] = newColumns([input], table.columns, table.nextColumn)
  if (!column) throw new Error('expected exactly one new column')
  await addToShape(db, table, column)
  await indexColumn(db, table, column)
  const changed = {
    ...table,
    columns: place(table.columns, column, position),
    nextColumn: table.nextColumn + 1,
  }
  if (column.isKey) await rebuildKey(db, changed)
  return finishColumns(db, changed, deps)
}
