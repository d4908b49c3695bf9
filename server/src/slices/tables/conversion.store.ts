import type { Db } from '../../platform/db/database.ts'
import { sql, unprepared } from '../../platform/db/sql.ts'
import { markOf, searchText, sortText } from './search-text.ts'
import { cellOf, list, listTypeOf, orderOf, rowsOf } from './shape.store.ts'
import { type Cell, type Column, isText, type Table } from './table.ts'

/** Removes the text of a column from the search text. */
export const removeSearchText = (db: Db, table: Table, column: Column) =>
  db.run(
    unprepared(sql`
    update ${rowsOf(table)} set search = regexp_replace(search, ${`${markOf(column)}[^\n]*`}, '')
    where strpos(search, ${markOf(column)}) > 0`),
  )

export type FilledCell = { id: number; value: Cell }

export const findFilled = (db: Db, table: Table, column: Column, after: number, limit: number) =>
  db.rows<FilledCell>(
    unprepared(sql`
    select id, ${column.type === 'date' ? sql`${cellOf(column)}::text` : cellOf(column)} as value
    from ${rowsOf(table)} where id > ${after} and ${orderOf(column)} is not null order by id limit ${limit}`),
  )

/** Fills the cells of a new column. Readers see the same values, so the rows do not count as changed. */
export function fillColumn(db: Db, table: Table, column: Column, cells: FilledCell[]) {
  const values = cells.map(({ value }) => value)
  const sortTexts = values.map((value) => (isText(column) ? sortText(String(value)) : null))
  const searchTexts = values.map((value) => searchText(column, value))
  const set = [
    sql`${cellOf(column)} = v.value`,
    ...(isText(column) ? [sql`${orderOf(column)} = v.sorted`, sql`search = search || v.search_text`] : []),
  ]
  return db.run(
    unprepared(sql`
    update ${rowsOf(table)} d set ${list(set)}
    from unnest(${cells.map(({ id }) => id)}::bigint[], ${values}::${listTypeOf(column)}, ${sortTexts}::text[],
                ${searchTexts}::text[]) as v (id, value, sorted, search_text)
    where d.id = v.id`),
  )
}
