import type { TableFilter, TablesPort, Values } from '../../nodes/index.ts'
import type { Values as Cells, Filter, TableUse } from '../../slices/tables/index.ts'
import type { PortContext } from './port-context.ts'

// Values come from expressions: the table validates them column by column and reports what does not fit.
const cells = (values: Values) => values as Cells
const filters = (given: TableFilter[]): Filter[] =>
  given.map(({ column, operator, value }) => ({ column, op: operator, value }) as Filter)

export const tablesPort = (tables: TableUse, { db }: PortContext): TablesPort => ({
  find: (table, { filters: given, match, sort, limit }) =>
    tables.findRows(db, table, {
      filters: filters(given),
      match,
      limit,
      ...(sort && { sort: sort.column, dir: sort.direction }),
    }),
  count: (table, { filters: given, match }) =>
    tables.countRows(db, table, { filters: filters(given), match }),
  insert: (table, values) => tables.insertRow(db, table, cells(values)),
  update: (table, { filters: given, match }, values) =>
    tables.updateRows(db, table, { filters: filters(given), match }, cells(values)),
  upsert: (table, values) => tables.upsertRow(db, table, cells(values)),
  remove: (table, { filters: given, match }) =>
    tables.deleteRows(db, table, { filters: filters(given), match }),
  seenBefore: (table, key) => tables.seenBefore(db, table, key as Cells[string]),
})
