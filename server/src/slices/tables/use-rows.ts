import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { type RowSelection, whereOf } from './conditions.store.ts'
import { findRowsOfPage } from './list-rows.ts'
import type { TableDeps } from './ports.ts'
import { publishTableUpdate } from './publish-update.ts'
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
import { requireKeyColumns, shareTable } from './use-table.ts'
import { addRow, asDuplicateRow, rowId, upsertByKey } from './write-row.ts'

/** Rows that match the filters, or rows by id. */
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

const selectionOf = (table: Table, { filters = [], match = 'all', q }: RowQuery): RowSelection => ({
  conditions: readFilters(table, filters),
  match,
  q,
})

/** Requires a filter, so that omitting it cannot affect all rows by accident. */
function whereChosen(table: Table, choice: RowChoice) {
  if ('ids' in choice) return hasId(choice.ids.map(rowId).filter((id) => id !== undefined))
  const where = whereOf(selectionOf(table, choice))
  if (where) return where
  const issues = [{ path: '/filters', message: 'must select rows' }]
  throw fault('request.bad_request', { details: { issues } })
}

/**
 * Access to rows for other slices. Every function runs in the caller's transaction, so its writes commit with it.
 * Catalogued errors leave the transaction usable.
 */
export function createTableUse({ live, limits }: TableDeps) {
  const write = async <T>(db: Db, idOrSlug: string, work: (table: Table) => Promise<T>) => {
    const table = await shareTable(db, idOrSlug)
    const result = await work(table)
    publishTableUpdate(db, live, table.id, 'rows')
    return result
  }
  const upsert = (db: Db, idOrSlug: string, values: Values) =>
    write(db, idOrSlug, (table) => upsertByKey(db, table, values, limits))
  return {
    /** The structure as the API shows it; undefined when the table does not exist. */
    findTable: async (db: Db, idOrSlug: string) => {
      const table = await findTable(db, idOrSlug)
      return table && describeTable(table)
    },
    /** The subset of ids and slugs of existing tables. */
    findExisting: async (db: Db, idsOrSlugs: string[]): Promise<Set<string>> => {
      const found = await findTableIds(db, idsOrSlugs)
      const names = new Set(found.flatMap(({ id, slug }) => [id, slug]))
      return new Set(idsOrSlugs.filter((name) => names.has(name) || names.has(name.toLowerCase())))
    },
    findRows: async (db: Db, idOrSlug: string, query: RowQuery): Promise<Row[]> => {
      const table = await shareTable(db, idOrSlug)
      const order = { column: readSort(table, query.sort), descending: query.dir === 'desc' }
      const { offset = 0, limit = 100 } = query
      return findRowsOfPage(db, table, { where: whereOf(selectionOf(table, query)), order, offset, limit })
    },
    countRows: async (db: Db, idOrSlug: string, query: Pick<RowQuery, 'filters' | 'match' | 'q'>) => {
      const table = await shareTable(db, idOrSlug)
      const where = whereOf(selectionOf(table, query))
      return where ? countRows(db, table, where) : table.rowCount
    },
    insertRow: (db: Db, idOrSlug: string, values: Values): Promise<Row> =>
      write(db, idOrSlug, (table) => addRow(db, table, values, limits)),
    upsertRow: (db: Db, idOrSlug: string, values: Values): Promise<{ row: Row; created: boolean }> =>
      upsert(db, idOrSlug, values),
    /** Returns the number of rows. */
    updateRows: (db: Db, idOrSlug: string, choice: RowChoice, values: Values): Promise<number> =>
      write(db, idOrSlug, (table) => {
        const where = whereChosen(table, choice)
        const changes = readValues(table, values, 'update', limits.maxCellChars)
        return savepoint(db, () => updateRows(db, table, where, changes).catch(asDuplicateRow(table)))
      }),
    /** Returns the number of rows. */
    deleteRows: (db: Db, idOrSlug: string, choice: RowChoice): Promise<number> =>
      write(db, idOrSlug, (table) => deleteRows(db, table, whereChosen(table, choice))),
    /** Records the key and returns whether it existed. Of two concurrent calls, exactly one gets false. */
    seenBefore: async (db: Db, idOrSlug: string, key: Cell): Promise<boolean> => {
      const table = await shareTable(db, idOrSlug)
      const [column, ...others] = requireKeyColumns(table)
      if (!column || others.length > 0) throw fault('tables.no_key')
      return !(await upsert(db, table.id, { [column.key]: key })).created
    },
  }
}
export type TableUse = ReturnType<typeof createTableUse>
