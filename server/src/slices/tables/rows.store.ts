import type { Db } from '../../platform/db/database.ts'
import { join, type Sql, sql, unprepared } from '../../platform/db/sql.ts'
import type { ColumnValue } from './read-values.ts'
import { markOf, searchText, sortText } from './search-text.ts'
import { cellOf, hasKey, list, listTypeOf, orderOf, rowsOf, storedOf } from './shape.store.ts'
import { type Cell, type Column, isText, keyColumns, type Row, type Table } from './table.ts'

type Stored = { id: number; createdAt: string; updatedAt: string } & Record<string, Cell>

/** Dates are selected as text: the driver would turn them into timestamps. */
const fieldsOf = (table: Table) =>
  list([
    sql`id`,
    sql`created_at as "createdAt"`,
    sql`updated_at as "updatedAt"`,
    ...table.columns.map((column) =>
      column.type === 'date' ? sql`${cellOf(column)}::text as ${cellOf(column)}` : cellOf(column),
    ),
  ])

const toRow = (table: Table, { id, createdAt, updatedAt, ...cells }: Stored): Row => ({
  id: String(id),
  values: Object.fromEntries(table.columns.map((c) => [c.key, cells[`c_${c.number}`] ?? null])),
  createdAt,
  updatedAt,
})

const rows = async (db: Db, table: Table, query: Sql) =>
  (await db.rows<Stored>(unprepared(query))).map((stored) => toRow(table, stored))

const countOf = async (db: Db, query: Sql) => (await db.row<{ count: number }>(unprepared(query)))?.count ?? 0

/** The values of one column for several rows, as stored. */
const storedValues = (column: Column, values: Cell[]) => [
  sql`${values}::${listTypeOf(column)}`,
  ...(isText(column) ? [sql`${values.map((v) => (v === null ? null : sortText(String(v))))}::text[]`] : []),
]

/** Inserts the rows whose keys are free and returns them. */
export function insertRows(db: Db, table: Table, given: ColumnValue[][]) {
  const valuesIn = (column: Column) =>
    given.map((row) => row.find((one) => one.column.number === column.number)?.value ?? null)
  const used = table.columns.filter((column) => valuesIn(column).some((value) => value !== null))
  const search = given.map((row) => row.map(({ column, value }) => searchText(column, value)).join(''))
  const columns = list([...used.flatMap(storedOf), sql`search`])
  const lists = list([
    ...used.flatMap((column) => storedValues(column, valuesIn(column))),
    sql`${search}::text[]`,
  ])
  return rows(
    db,
    table,
    sql`
    with added as (
      insert into ${rowsOf(table)} (${columns}) select * from unnest(${lists})
      on conflict do nothing returning ${fieldsOf(table)}),
    logged as (
      insert into table_writes (table_id, rows_added)
      select ${table.id}::uuid, count(*) from added having count(*) > 0)
    select * from added order by id`,
  )
}

function updatedSearch(changes: ColumnValue[]): Sql {
  const texts = changes.filter(({ column }) => isText(column))
  const rest = texts.reduce<Sql>(
    (search, { column }) => sql`regexp_replace(${search}, ${`${markOf(column)}[^\n]*`}, '')`,
    sql`search`,
  )
  return sql`${rest} || ${texts.map(({ column, value }) => searchText(column, value)).join('')}::text`
}

const assignments = (changes: ColumnValue[]) =>
  list([
    ...changes.map(({ column, value }) => sql`${cellOf(column)} = ${value}`),
    ...changes
      .filter(({ column }) => isText(column))
      .map(
        ({ column, value }) => sql`${orderOf(column)} = ${value === null ? null : sortText(String(value))}`,
      ),
    ...(changes.some(({ column }) => isText(column)) ? [sql`search = ${updatedSearch(changes)}`] : []),
    sql`updated_at = now()`,
  ])

const logWrite = (table: Table, added: Sql, from: string) => sql`
  logged as (
    insert into table_writes (table_id, rows_added)
    select ${table.id}::uuid, ${added} from ${{ strings: [from], values: [] }} having count(*) > 0)`

export const updateRow = async (db: Db, table: Table, id: number, changes: ColumnValue[]) => {
  const [row] = await rows(
    db,
    table,
    sql`
    with changed as (
      update ${rowsOf(table)} set ${assignments(changes)} where id = ${id} returning ${fieldsOf(table)}),
    ${logWrite(table, sql`0`, 'changed')}
    select * from changed`,
  )
  return row
}

export const updateRows = (db: Db, table: Table, where: Sql, changes: ColumnValue[]) =>
  countOf(
    db,
    sql`
    with changed as (update ${rowsOf(table)} set ${assignments(changes)} where ${where} returning id),
    ${logWrite(table, sql`0`, 'changed')}
    select count(*) as count from changed`,
  )

export const deleteRows = (db: Db, table: Table, where: Sql) =>
  countOf(
    db,
    sql`
    with deleted as (delete from ${rowsOf(table)} where ${where} returning id),
    ${logWrite(table, sql`-count(*)`, 'deleted')}
    select count(*) as count from deleted`,
  )

export const hasId = (ids: number[]) => sql`id = any (${ids}::bigint[])`

/** Locks the oldest matching row until the end of the transaction. */
export const lockRow = async (db: Db, table: Table, where: Sql) =>
  (
    await rows(
      db,
      table,
      sql`select ${fieldsOf(table)} from ${rowsOf(table)} where ${where} order by id limit 1 for update`,
    )
  )[0]

type Order = { column: Column | undefined; descending: boolean }
export type Page = { where: Sql | undefined; order: Order; offset: number; limit: number }

/** Reads the ids first, from an index that also contains the sort expression, then the rows themselves. */
function pageOf(table: Table, { where = sql`true`, order, offset, limit }: Page) {
  const direction = order.descending ? sql`desc` : sql`asc`
  const by = list([
    ...(order.column ? [sql`${orderOf(order.column)} ${direction}`] : []),
    sql`id ${direction}`,
  ])
  return sql`
    select ${fieldsOf(table)} from ${rowsOf(table)} join (
      select id from ${rowsOf(table)} where ${where} order by ${by} offset ${offset} limit ${limit}
    ) page using (id) order by ${by}`
}

export const findPage = (db: Db, table: Table, page: Page) => rows(db, table, pageOf(table, page))

export const countRows = (db: Db, table: Table, where: Sql) =>
  countOf(db, sql`select count(*) as count from ${rowsOf(table)} where ${where}`)

/** Rows after this id, in order of creation. */
export const findRowsAfter = (db: Db, table: Table, after: number, where: Sql | undefined, limit: number) =>
  rows(
    db,
    table,
    sql`
    select ${fieldsOf(table)} from ${rowsOf(table)}
    where id > ${after} and ${where ?? sql`true`} order by id limit ${limit}`,
  )

/** The positions, in the list, of the keys that exist. */
export const findKeys = async (db: Db, table: Table, keys: Cell[][]) => {
  const columns = keyColumns(table)
  const lists = columns.map((column, i) => sql`${keys.map((key) => key[i])}::${listTypeOf(column)}`)
  const names = columns.map((_, i): Sql => ({ strings: [`k_${i}`], values: [] }))
  const found = await db.rows<{ position: number }>(
    unprepared(sql`
    select position from unnest(${list(lists)}) with ordinality as requested (${list([...names, sql`position`])})
    where exists (select from ${rowsOf(table)} where ${hasKey(table, names)})`),
  )
  return found.map(({ position }) => position - 1)
}

export const isEmpty = (column: Column) => sql`${orderOf(column)} is null`
export const isFilled = (column: Column) => sql`${orderOf(column)} is not null`
/** Rows that come after this one in order of creation, or in the reverse of it. */
export const behind = (id: number, isReversed: boolean) => (isReversed ? sql`id < ${id}` : sql`id > ${id}`)

export const both = (a: Sql | undefined, b: Sql) => (a ? join([sql`(${a})`, b], ' and ') : b)
