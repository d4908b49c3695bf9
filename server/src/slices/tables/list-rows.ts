import type { Query } from '@mailwright/contract/route'
import type { tableRows } from '@mailwright/contract/table-rows'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { whereOf } from './conditions.store.ts'
import { countFiltered } from './count-filtered.ts'
import { parseFilters, readFilters, readSort } from './read-filter.ts'
import { behind, both, findPage, isEmpty, isFilled, type Page } from './rows.store.ts'
import type { Column, Row, Table } from './table.ts'
import { shareTable } from './use-table.ts'
import { rowId } from './write-row.ts'

/**
 * Empty cells come last in both directions, although an index scanned backwards starts with them: reads the filled
 * cells first, then the empty ones.
 */
async function findDescending(db: Db, table: Table, page: Page, column: Column): Promise<Row[]> {
  const filled = both(page.where, isFilled(column))
  const first = await findPage(db, table, { ...page, where: filled })
  if (first.length === page.limit) return first
  const before = first.length > 0 ? page.offset + first.length : await countFiltered(db, table, filled)
  const rest = await findPage(db, table, {
    ...page,
    where: both(page.where, isEmpty(column)),
    offset: Math.max(0, page.offset - before),
    limit: page.limit - first.length,
  })
  return [...first, ...rest]
}

export const findRowsOfPage = (db: Db, table: Table, page: Page) =>
  page.order.column && page.order.descending
    ? findDescending(db, table, page, page.order.column)
    : findPage(db, table, page)

/** A page that is not full implies the total. */
async function totalOf(db: Db, table: Table, where: Sql | undefined, page: Page, found: number) {
  if (!where) return table.rowCount
  if (found > 0 && found < page.limit) return page.offset + found
  return found === 0 && page.offset === 0 ? 0 : countFiltered(db, table, where)
}

const totalFrom = (db: Db, table: Table, where: Sql | undefined) =>
  where ? countFiltered(db, table, where) : table.rowCount

export function listRows(database: Database, idOrSlug: string, query: Query<typeof tableRows.list>) {
  const filters = parseFilters(query.filter)
  return database.transaction(async (db) => {
    const table = await shareTable(db, idOrSlug)
    const { match, q, dir, offset, limit } = query
    const where = whereOf({ conditions: readFilters(table, filters), match, q })
    const order = { column: readSort(table, query.sort), descending: dir === 'desc' }
    const page = { where, order, offset, limit }
    const rows = await findRowsOfPage(db, table, page)
    const total = await totalOf(db, table, where, page, rows.length)
    if (offset > 0 && offset >= total) throw fault('tables.page_out_of_range')
    return { rows, total, totalUnfiltered: table.rowCount }
  })
}

export function listRowsAfter(
  database: Database,
  params: { id: string; rowId: string },
  query: Query<typeof tableRows.listAfter>,
) {
  const filters = parseFilters(query.filter)
  const id = rowId(params.rowId)
  return database.transaction(async (db) => {
    const table = await shareTable(db, params.id)
    if (id === undefined) throw fault('tables.row_not_found')
    const { match, q, dir, offset, limit } = query
    const where = whereOf({ conditions: readFilters(table, filters), match, q })
    const order = { column: undefined, descending: dir === 'desc' }
    const start = both(where, behind(id, order.descending))
    const rows = await findPage(db, table, { where: start, order, offset, limit })
    const total = await totalFrom(db, table, where)
    if (offset > 0 && offset >= total) throw fault('tables.page_out_of_range')
    return { rows, total, totalUnfiltered: table.rowCount }
  })
}
