import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { inTurn, merge } from '../../platform/db/shared-transaction.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { type ColumnValue, invalid, readValues } from './read-values.ts'
import { deleteRows, hasId, insertRows, lockRow, updateRow } from './rows.store.ts'
import { hasKey, keyIndexName } from './shape.store.ts'
import { type Cell, keyColumns, type Limits, type Row, type Table, type Values } from './table.ts'
import { lockKeyValue } from './tables.store.ts'
import { ensureRowLimit, requireKeyColumns } from './use-table.ts'

// Writes rows of a table that is locked by `shareTable`. Where possible, duplicate keys are detected without a failing
// statement, since that would abort the caller's transaction.

export const rowId = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined

async function insertAll(db: Db, table: Table, given: ColumnValue[][], limits: Limits): Promise<Row[]> {
  await ensureRowLimit(db, table, given.length, limits)
  const added = await insertRows(db, table, given)
  if (added.length < given.length) throw fault('tables.duplicate_row')
  return added
}

/** Inserts all rows, or throws. */
export async function addRows(db: Db, table: Table, rows: Values[], limits: Limits): Promise<Row[]> {
  if (rows.length === 0) return []
  const given = rows.map((values) => readValues(table, values, 'insert', limits.maxCellChars))
  return insertAll(db, table, given, limits)
}

export const addRow = async (db: Db, table: Table, values: Values, limits: Limits): Promise<Row> =>
  merge(db, `add row ${table.id}`, readValues(table, values, 'insert', limits.maxCellChars), (given) =>
    insertAll(db, table, given, limits),
  )

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

/** The values of the key columns, none of which may be empty. */
function keyOf(table: Table, given: ColumnValue[]): Cell[] {
  const values = requireKeyColumns(table).map(
    (column) => given.find((one) => one.column === column)?.value ?? null,
  )
  const empty = keyColumns(table).filter((_, i) => values[i] === null)
  if (empty.length > 0)
    throw invalid(empty.map(({ key }) => ({ path: `/values/${key}`, message: 'must not be empty' })))
  return values
}

// Another transaction may insert or delete the same key in between; the next attempt sees that.
const maxAttempts = 5

/** Updates the row with this key, or inserts one. */
export async function upsertByKey(db: Db, table: Table, values: Values, limits: Limits) {
  const given = readValues(table, values, 'update', limits.maxCellChars)
  const key = keyOf(table, given)
  return inTurn(db, `row ${table.id} ${JSON.stringify(key)}`, () => upsertOne(db, table, values, limits, key))
}

async function upsertOne(db: Db, table: Table, values: Values, limits: Limits, key: Cell[]) {
  const given = readValues(table, values, 'update', limits.maxCellChars)
  if (!table.keyUnique) await lockKeyValue(db, table.id, JSON.stringify(key))
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = await lockRow(db, table, hasKey(table, key))
    const changed = found && (await updateRow(db, table, Number(found.id), given))
    if (changed) return { row: changed, created: false }
    const all = readValues(table, values, 'insert', limits.maxCellChars)
    await ensureRowLimit(db, table, 1, limits)
    const [row] = await insertRows(db, table, [all])
    if (row) return { row, created: true }
  }
  throw new Error('gave up after repeated concurrent changes to the row')
}
