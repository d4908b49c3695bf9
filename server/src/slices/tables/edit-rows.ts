import type { Body } from '@mailwright/contract/route'
import { maxBulkRows, type tableRows } from '@mailwright/contract/table-rows'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { TableDeps } from './ports.ts'
import { publishTableUpdate } from './publish-update.ts'
import { findPage, hasId } from './rows.store.ts'
import type { Row, Table, Values } from './table.ts'
import { shareTable } from './use-table.ts'
import { addRow, addRows, changeRow, dropRows, rowId, upsertByKey } from './write-row.ts'

/** Locks the table, writes to it and publishes the change. */
async function write<T>(db: Db, idOrSlug: string, { live }: TableDeps, work: (table: Table) => Promise<T>) {
  const table = await shareTable(db, idOrSlug)
  const result = await work(table)
  publishTableUpdate(db, live, table.id, 'rows')
  return result
}

export const insertRow = (db: Db, idOrSlug: string, values: Values, deps: TableDeps) =>
  write(db, idOrSlug, deps, async (table) => ({ row: await addRow(db, table, values, deps.limits) }))

export const upsertRow = (db: Db, idOrSlug: string, values: Values, deps: TableDeps) =>
  write(db, idOrSlug, deps, (table) => upsertByKey(db, table, values, deps.limits))

type RowRef = { id: string; rowId: string }

export const updateRow = (db: Db, { id, rowId }: RowRef, values: Values, deps: TableDeps) =>
  write(db, id, deps, async (table) => ({
    row: await changeRow(db, table, { id: rowId, values }, deps.limits),
  }))

export const removeRow = (db: Db, { id, rowId }: RowRef, deps: TableDeps) =>
  write(db, id, deps, async (table) => {
    if ((await dropRows(db, table, [rowId])) === 0) throw fault('tables.row_not_found')
  })

type Bulk = Body<typeof tableRows.bulk>

/** Deletes first, so that freed keys can be reused; then updates, then inserts. */
export function writeRows(db: Db, idOrSlug: string, bulk: Bulk, deps: TableDeps) {
  if (bulk.insert.length + bulk.update.length + bulk.delete.length > maxBulkRows)
    throw fault('tables.too_many_rows')
  return write(db, idOrSlug, deps, async (table) => {
    const deleted = await dropRows(db, table, bulk.delete)
    const updated: Row[] = []
    for (const change of bulk.update) updated.push(await changeRow(db, table, change, deps.limits))
    const rows = bulk.insert.map(({ values }) => values)
    return { inserted: await addRows(db, table, rows, deps.limits), updated, deleted }
  })
}

export async function getRow(db: Db, ref: RowRef) {
  const table = await shareTable(db, ref.id)
  const id = rowId(ref.rowId)
  const order = { column: undefined, descending: false }
  const [row] =
    id === undefined ? [] : await findPage(db, table, { where: hasId([id]), order, offset: 0, limit: 1 })
  if (!row) throw fault('tables.row_not_found')
  return { row }
}
