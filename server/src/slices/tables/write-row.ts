import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { type Given, invalid, readValues } from './read-values.ts'
import { deleteRows, hasId, insertRows, lockRow, updateRow } from './rows.store.ts'
import { hasKey, keyIndexName } from './shape.store.ts'
import { type Cell, keyColumns, type Limits, type Row, type Table, type Values } from './table.ts'
import { lockKeyValue } from './tables.store.ts'
import { ensureRoom, keysOrFault } from './use-table.ts'

// Writing rows of a table that is held. A key that is taken is found out without a failing statement where that can
// be: a failed one would take the rest of the caller's transaction with it.

export const rowId = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined

/** All of them or a fault. */
export async function addRows(db: Db, table: Table, rows: Values[], limits: Limits): Promise<Row[]> {
  if (rows.length === 0) return []
  const given = rows.map((values) => readValues(table, values, 'insert', limits.maxCellChars))
  await ensureRoom(db, table, rows.length, limits)
  const added = await insertRows(db, table, given)
  if (added.length < rows.length) throw fault('tables.duplicate_row')
  return added
}

export async function addRow(db: Db, table: Table, values: Values, limits: Limits): Promise<Row> {
  const [row] = await addRows(db, table, [values], limits)
  if (!row) throw new Error('the insert gave no row')
  return row
}

export const asDuplicateRow = (table: Table) => (error: unknown) => {
  throw isUniqueViolation(error, keyIndexName(table)) ? fault('tables.duplicate_row') : error
}

type Change = { id: string; values: Values }

export async function changeRow(db: Db, table: Table, { id, values }: Change, limits: Limits) {
  const given = readValues(table, values, 'update', limits.maxCellChars)
  const number = rowId(id)
  const row =
    number === undefined ? undefined : await updateRow(db, table, number, given).catch(asDuplicateRow(table))
  if (!row) throw fault('tables.row_not_found')
  return row
}

export function dropRows(db: Db, table: Table, ids: string[]): Promise<number> {
  const numbers = ids.map(rowId).filter((id) => id !== undefined)
  return numbers.length === 0 ? Promise.resolve(0) : deleteRows(db, table, hasId(numbers))
}

/** The values of the key columns; each must have one. */
function keyOf(table: Table, given: Given[]): Cell[] {
  const values = keysOrFault(table).map((column) => given.find((one) => one.column === column)?.value ?? null)
  const empty = keyColumns(table).filter((_, i) => values[i] === null)
  if (empty.length > 0)
    throw invalid(empty.map(({ key }) => ({ path: `/values/${key}`, message: 'must not be empty' })))
  return values
}

// Another may insert the same key in between; its row is then there to be found.
const attempts = 5

/** The row of this key changes, or it is inserted. */
export async function putRow(db: Db, table: Table, values: Values, limits: Limits) {
  const given = readValues(table, values, 'update', limits.maxCellChars)
  const key = keyOf(table, given)
  if (!table.keyUnique) await lockKeyValue(db, table.id, JSON.stringify(key))
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await lockRow(db, table, hasKey(table, key))
    const changed = found && (await updateRow(db, table, Number(found.id), given))
    if (changed) return { row: changed, created: false }
    const all = readValues(table, values, 'insert', limits.maxCellChars)
    await ensureRoom(db, table, 1, limits)
    const [row] = await insertRows(db, table, [all])
    if (row) return { row, created: true }
  }
  throw new Error('a row came and went again and again')
}
