import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { type Which, whereOf } from './conditions.store.ts'
import { findRowsOfPage } from './list-rows.ts'
import type { TableDeps } from './ports.ts'
import { readFilters, readSort } from './read-filter.ts'
import { readValues } from './read-values.ts'
import { countRows, deleteRows, hasId, updateRows } from './rows.store.ts'
import { savepoint } from './savepoint.store.ts'
import {
  type Cell,
  describeTable,
  type Filter,
  type Match,
  type Row,
  type Table,
  type Values,
} from './table.ts'
import { findTable, findTableIds } from './tables.store.ts'
import { tell } from './tell.ts'
import { keysOrFault, useTable } from './use-table.ts'
import { addRow, asDuplicateRow, putRow, rowId } from './write-row.ts'

/** Which rows: those that meet the filters, or those of these ids. */
export type RowChoice = { filters: Filter[]; match?: Match } | { ids: string[] }
export type RowQuery = {
  filters?: Filter[]
  match?: Match
  q?: string
  sort?: string
  dir?: 'asc' | 'desc'
  offset?: number
  limit?: number
}

const whichOf = (table: Table, { filters = [], match = 'all', q }: RowQuery): Which => ({
  conditions: readFilters(table, filters),
  match,
  q,
})

/** Nobody writes to all rows by leaving the filters out. */
function chosen(table: Table, choice: RowChoice) {
  if ('ids' in choice) return hasId(choice.ids.map(rowId).filter((id) => id !== undefined))
  const where = whereOf(whichOf(table, choice))
  if (where) return where
  const issues = [{ path: '/filters', message: 'must say which rows are meant' }]
  throw fault('request.bad_request', { details: { issues } })
}

/**
 * Rows for other parts of the service. Each takes the caller's transaction and belongs to it: what it writes is
 * there when that commits, once. A fault of the catalogue leaves the transaction usable.
 */
export function createTableUse({ live, limits }: TableDeps) {
  const writing = async <T>(db: Db, idOrSlug: string, work: (table: Table) => Promise<T>) => {
    const table = await useTable(db, idOrSlug)
    const result = await work(table)
    tell(db, live, table.id, 'rows')
    return result
  }
  const put = (db: Db, idOrSlug: string, values: Values) =>
    writing(db, idOrSlug, (table) => putRow(db, table, values, limits))
  return {
    /** The structure, as the interface shows it; undefined when there is none. */
    findTable: async (db: Db, idOrSlug: string) => {
      const table = await findTable(db, idOrSlug)
      return table && describeTable(table)
    },
    /** Those of the ids and slugs that name a table. */
    findExisting: async (db: Db, idsOrSlugs: string[]): Promise<Set<string>> => {
      const found = await findTableIds(db, idsOrSlugs)
      const names = new Set(found.flatMap(({ id, slug }) => [id, slug]))
      return new Set(idsOrSlugs.filter((one) => names.has(one) || names.has(one.toLowerCase())))
    },
    findRows: async (db: Db, idOrSlug: string, query: RowQuery): Promise<Row[]> => {
      const table = await useTable(db, idOrSlug)
      const order = { column: readSort(table, query.sort), descending: query.dir === 'desc' }
      const { offset = 0, limit = 100 } = query
      return findRowsOfPage(db, table, { where: whereOf(whichOf(table, query)), order, offset, limit })
    },
    countRows: async (db: Db, idOrSlug: string, query: Pick<RowQuery, 'filters' | 'match' | 'q'>) => {
      const table = await useTable(db, idOrSlug)
      const where = whereOf(whichOf(table, query))
      return where ? countRows(db, table, where) : table.rowCount
    },
    insertRow: (db: Db, idOrSlug: string, values: Values): Promise<Row> =>
      writing(db, idOrSlug, (table) => addRow(db, table, values, limits)),
    upsertRow: (db: Db, idOrSlug: string, values: Values): Promise<{ row: Row; created: boolean }> =>
      put(db, idOrSlug, values),
    /** Tells how many. */
    updateRows: (db: Db, idOrSlug: string, choice: RowChoice, values: Values): Promise<number> =>
      writing(db, idOrSlug, (table) => {
        const where = chosen(table, choice)
        const changes = readValues(table, values, 'update', limits.maxCellChars)
        return savepoint(db, () => updateRows(db, table, where, changes).catch(asDuplicateRow(table)))
      }),
    /** Tells how many. */
    deleteRows: (db: Db, idOrSlug: string, choice: RowChoice): Promise<number> =>
      writing(db, idOrSlug, (table) => deleteRows(db, table, chosen(table, choice))),
    /** Notes the key down, and tells whether it was there before. Of two that ask at once, one hears no. */
    seenBefore: async (db: Db, idOrSlug: string, key: Cell): Promise<boolean> => {
      const table = await useTable(db, idOrSlug)
      const [column, ...more] = keysOrFault(table)
      if (!column || more.length > 0) throw fault('tables.no_key')
      return !(await put(db, table.id, { [column.key]: key })).created
    },
  }
}
export type TableUse = ReturnType<typeof createTableUse>
