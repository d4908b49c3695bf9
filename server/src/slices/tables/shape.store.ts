import type { Db } from '../../platform/db/database.ts'
import { all, join, longRunning, type Sql, sql, unprepared } from '../../platform/db/sql.ts'
import { type Column, isText, keyColumns, type Table, type Type } from './table.ts'

// Storage of a team table. Each text column has a second column with the start of its folded form, for sorting and
// lookups. The whole folded text is in `search`, after a marker for its column.

const raw = (text: string): Sql => ({ strings: [text], values: [] })

export const rowsOf = ({ number }: Pick<Table, 'number'>) => raw(`table_data.t_${Number(number)}`)
export const cellOf = ({ number }: Pick<Column, 'number'>) => raw(`c_${Number(number)}`)
const sortedOf = ({ number }: Pick<Column, 'number'>) => raw(`s_${Number(number)}`)
/** The expression used for sorting and comparison. */
export const orderOf = (column: Column) => (isText(column) ? sortedOf(column) : cellOf(column))
export const list = (parts: Sql[]) => join(parts, ', ')

const typeNames: Record<Type, string> = {
  text: 'text collate "C"',
  select: 'text collate "C"',
  email: 'text collate "C"',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz(3)',
}
const typeOf = (column: Column) => raw(typeNames[column.type])
/** The array type for passing values as one parameter. */
export const listTypeOf = ({ type }: Column) =>
  raw(`${typeNames[type].replace(' collate "C"', '').replace('(3)', '')}[]`)

/** For columns with a folded text beside the value. */
export const storedOf = (column: Column) =>
  isText(column) ? [cellOf(column), sortedOf(column)] : [cellOf(column)]

const definitions = (column: Column) => [
  sql`${cellOf(column)} ${typeOf(column)}`,
  ...(isText(column) ? [sql`${sortedOf(column)} text collate "C"`] : []),
]

const maxAlterMs = 10 * 60_000

/** Building an index or rewriting cells may take long. */
const alter = async (db: Db, statement: Sql) => {
  await db.run(unprepared(sql`set local statement_timeout = '10min'`))
  await db.run(longRunning(unprepared(statement), maxAlterMs))
}

const columnIndex = (table: Table, column: Column) =>
  sql`create index ${raw(`t_${table.number}_c_${column.number}`)} on ${rowsOf(table)} (${orderOf(column)}, id)`

export const createShape = (db: Db, table: Table) =>
  alter(
    db,
    join(
      [
        sql`create table ${rowsOf(table)} (${list([
          sql`id bigint generated always as identity primary key`,
          sql`created_at timestamptz(3) not null default now()`,
          sql`updated_at timestamptz(3) not null default now()`,
          ...table.columns.flatMap(definitions),
          sql`search text collate "C" not null default ''`,
        ])})`,
        ...table.columns.map((column) => columnIndex(table, column)),
        sql`select create_search_index(${raw(String(Number(table.number)))})`,
      ],
      '; ',
    ),
  )

export const dropShape = (db: Db, table: Table) => db.run(unprepared(sql`drop table ${rowsOf(table)}`))

export const addToShape = (db: Db, table: Table, column: Column) =>
  alter(
    db,
    sql`alter table ${rowsOf(table)} ${list(definitions(column).map((one) => sql`add column ${one}`))}`,
  )

export const indexColumn = (db: Db, table: Table, column: Column) => alter(db, columnIndex(table, column))

/** Its indexes are dropped with it. */
export const dropFromShape = (db: Db, table: Table, column: Column) =>
  alter(db, sql`alter table ${rowsOf(table)} ${list(storedOf(column).map((one) => sql`drop column ${one}`))}`)

/** The indexed expressions of the key: a hash for text, since long values do not fit into an index. */
const keyPart = (column: Column) => (isText(column) ? sql`table_key(${cellOf(column)})` : cellOf(column))

export const keyIndexName = (table: Table) => `t_${Number(table.number)}_key`

/** Fails when keys must be unique and two rows share one. */
export async function indexKey(db: Db, table: Table) {
  const keys = keyColumns(table)
  const name = raw(keyIndexName(table))
  const unique = raw(table.keyUnique ? 'unique' : '')
  const drop = sql`drop index if exists table_data.${name}`
  const create = sql`create ${unique} index ${name} on ${rowsOf(table)} (${list(keys.map(keyPart))})`
  await alter(db, keys.length > 0 ? sql`${drop}; ${create}` : drop)
}

/** Matches the rows with this key; `values` has one entry for each key column. */
export const hasKey = (table: Table, key: unknown[]) =>
  all(
    keyColumns(table).map((column, i) =>
      isText(column)
        ? sql`table_key(${cellOf(column)}) = table_key(${key[i]})`
        : sql`${cellOf(column)} = ${key[i]}`,
    ),
  )

/** The number of columns the stored table has used, including dropped ones. */
export const countStoredColumns = async (db: Db, table: Table) => {
  const name = `table_data.t_${Number(table.number)}`
  const found = await db.row<{ count: number }>(sql`
    select count(*) as count from pg_attribute where attrelid = ${name}::regclass and attnum > 0`)
  return found?.count ?? 0
}

/** Copies the rows to a new stored table, without the remains of dropped columns. Returns the table with its new number. */
export async function rebuildShape(db: Db, table: Table): Promise<Table> {
  const renumbered = await db.row<{ number: number }>(sql`
    update tables set number = default where id = ${table.id} returning number`)
  const rebuilt = { ...table, number: renumbered?.number ?? table.number }
  await createShape(db, rebuilt)
  const columns = list([
    sql`id`,
    sql`created_at`,
    sql`updated_at`,
    sql`search`,
    ...table.columns.flatMap(storedOf),
  ])
  await alter(
    db,
    sql`insert into ${rowsOf(rebuilt)} (${columns}) overriding system value
        select ${columns} from ${rowsOf(table)} order by id`,
  )
  // Ids are never reused.
  const [oldName, newName] = [table, rebuilt].map(({ number }) => `table_data.t_${Number(number)}`)
  await db.run(sql`
    select setval(pg_get_serial_sequence(${newName}, 'id'), nextval(pg_get_serial_sequence(${oldName}, 'id')), false)`)
  await dropShape(db, table)
  await indexKey(db, rebuilt)
  return rebuilt
}
