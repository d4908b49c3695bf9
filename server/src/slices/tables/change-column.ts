import type { Body } from '@mailwright/contract/route'
import type { tableColumns } from '@mailwright/contract/table-columns'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { columnOf, finishColumns, place, rebuildKey } from './columns.ts'
import { convertColumn } from './convert-column.ts'
import type { TableDeps } from './ports.ts'
import type { Column, Table } from './table.ts'
import { tidyShape } from './tidy-shape.ts'
import { lockTable } from './use-table.ts'

type Input = Body<typeof tableColumns.change>

function applyChanges(column: Column, { position: _, ...input }: Input): Column {
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const options = [...new Set(input.options ?? column.options)]
  return { ...column, ...changes, options }
}

/** Applies the given changes only. A new type is stored in a new column. */
export async function changeColumn(db: Db, idOrSlug: string, key: string, input: Input, deps: TableDeps) {
  const locked = await lockTable(db, idOrSlug)
  const old = columnOf(locked, key)
  const others = locked.columns.filter((column) => column !== old)
  if (input.key !== undefined && others.some(({ key }) => key === input.key))
    throw fault('tables.duplicate_column', { details: { key: input.key } })
  const changed = applyChanges(old, input)
  const converts = changed.type !== old.type
  const table = converts ? await tidyShape(db, locked) : locked
  const column = converts ? { ...changed, number: table.nextColumn } : changed
  const position = input.position ?? locked.columns.indexOf(old)
  const result: Table = {
    ...table,
    columns: place(others, column, position),
    nextColumn: table.nextColumn + (converts ? 1 : 0),
  }
  if (converts) await convertColumn(db, table, old, column)
  if (column.isKey !== old.isKey || (converts && column.isKey)) await rebuildKey(db, result)
  return finishColumns(db, result, deps)
}
