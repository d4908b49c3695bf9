import { fault } from '../../platform/errors/app-error.ts'
import { readCell } from './read-cell.ts'
import type { Cell, Column, Table, Values } from './table.ts'

export type Issue = { path: string; message: string }
export type ColumnValue = { column: Column; value: Cell }

export const invalid = (issues: Issue[]) =>
  fault('tables.invalid_value', { details: { issues: issues.slice(0, 20) } })

type Mode = 'insert' | 'update'

/** The values by column, and their issues. Only inserts need every required column. */
export function checkValues(table: Table, values: Values, mode: Mode, maxCellChars: number) {
  const given: ColumnValue[] = []
  const issues: Issue[] = []
  const known = new Map(table.columns.map((column) => [column.key, column]))
  for (const key of Object.keys(values))
    if (!known.has(key)) issues.push({ path: `/${key}`, message: 'is not a column of this table' })
  for (const column of table.columns) {
    const path = `/${column.key}`
    const isGiven = Object.hasOwn(values, column.key)
    const reading = readCell(column, isGiven ? (values[column.key] ?? null) : null, maxCellChars)
    if ('problem' in reading) issues.push({ path, message: reading.problem })
    else if (column.required && reading.value === null && (isGiven || mode === 'insert'))
      issues.push({ path, message: 'must not be empty' })
    else if (isGiven) given.push({ column, value: reading.value })
  }
  return { given, issues }
}

export function readValues(table: Table, values: Values, mode: Mode, maxCellChars: number): ColumnValue[] {
  const { given, issues } = checkValues(table, values, mode, maxCellChars)
  if (issues.length > 0) throw invalid(issues.map((issue) => ({ ...issue, path: `/values${issue.path}` })))
  return given
}
