import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { type CsvLine, decodeCsv, parseCsv, unprotectText } from '../../platform/text/csv.ts'
import { fold } from '../../platform/text/fold.ts'
import { findTakenKeys, type LineError, type ReadLine } from './import-keys.ts'
import type { TableDeps } from './ports.ts'
import { publishTableUpdate } from './publish-update.ts'
import { countCharacters } from './read-cell.ts'
import { checkValues, invalid } from './read-values.ts'
import { insertRows } from './rows.store.ts'
import { type Column, isText, type Table } from './table.ts'
import { ensureRowLimit, shareTable } from './use-table.ts'

const batchSize = 1_000
const maxErrors = 100

const toIssue = ({ line, column, message }: LineError) => ({
  path: `/lines/${line}${column === null ? '' : `/${column}`}`,
  message,
})

/** The columns named by the header line, by key or label. */
function columnsOf(table: Table, header: CsvLine | undefined): Column[] {
  if (!header) throw invalid([{ path: '/lines/1', message: 'must name the columns' }])
  const used = new Set<Column>()
  return header.cells.map((cell) => {
    const name = unprotectText(cell.trim())
    const column =
      table.columns.find(({ key }) => key === name) ??
      table.columns.find(({ label }) => fold(label) === fold(name))
    const path = `/lines/${header.line}`
    if (!column) throw invalid([{ path, message: `"${name.slice(0, 100)}" is not a column of this table` }])
    if (used.has(column)) throw invalid([{ path, message: `"${column.key}" is named twice` }])
    used.add(column)
    return column
  })
}

type ImportContext = { table: Table; maxCellChars: number; skipInvalid: boolean }

function readLine(
  { table, maxCellChars, skipInvalid }: ImportContext,
  columns: Column[],
  { line, cells }: CsvLine,
) {
  if (cells.length > columns.length)
    return { errors: [{ line, column: null, message: 'has more cells than there are columns' }] }
  const tooLong = columns.find((_, i) => countCharacters(cells[i] ?? '') > maxCellChars)
  if (tooLong && skipInvalid) return { errors: [{ line, column: tooLong.key, message: 'is too long' }] }
  const values = Object.fromEntries(
    columns.map((column, i) => {
      const text = cells[i] ?? ''
      return [column.key, isText(column) ? unprotectText(text) : text]
    }),
  )
  const { given, issues } = checkValues(table, values, 'insert', maxCellChars)
  const errors = issues.map(({ path, message }) => ({ line, column: path.slice(1), message }))
  return errors.length > 0 ? { errors } : { read: { line, given } }
}

function readLines(context: ImportContext, content: Buffer) {
  const lines = parseCsv(decodeCsv(content))
  const columns = columnsOf(context.table, lines.next().value ?? undefined)
  const valid: ReadLine[] = []
  const errors: LineError[] = []
  for (const line of lines) {
    const { read, errors: found = [] } = readLine(context, columns, line)
    if (read) valid.push(read)
    errors.push(...found)
  }
  return { valid, errors }
}

/** Imports all lines or none, unless invalid lines are to be skipped. */
export async function importRows(
  db: Db,
  idOrSlug: string,
  { content, skipInvalid }: { content: Buffer; skipInvalid: boolean },
  { live, limits }: TableDeps,
) {
  const table = await shareTable(db, idOrSlug)
  const { maxCellChars } = limits
  const { valid, errors } = readLines({ table, maxCellChars, skipInvalid }, content)
  errors.push(...(await findTakenKeys(db, table, valid)))
  errors.sort((a, b) => a.line - b.line)
  if (errors.length > 0 && !skipInvalid) throw invalid(errors.map(toIssue))
  const invalidLines = new Set(errors.map(({ line }) => line))
  const rows = valid.filter(({ line }) => !invalidLines.has(line))
  await ensureRowLimit(db, table, rows.length, limits)
  for (let at = 0; at < rows.length; at += batchSize) {
    const chunk = rows.slice(at, at + batchSize)
    const added = await insertRows(
      db,
      table,
      chunk.map(({ given }) => given),
    )
    // A concurrent transaction inserted one of the keys after the check.
    if (added.length < chunk.length) throw fault('tables.duplicate_row')
  }
  if (rows.length > 0) publishTableUpdate(db, live, table.id, 'rows')
  return { inserted: rows.length, skipped: invalidLines.size, errors: errors.slice(0, maxErrors) }
}
