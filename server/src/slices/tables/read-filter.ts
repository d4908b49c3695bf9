import { RowFilter } from '@mailwright/contract/table-rows'
import { fault } from '../../platform/errors/app-error.ts'
import { compileValidator, issueOf } from '../../platform/http/validate.ts'
import type { Condition, Operator } from './conditions.store.ts'
import { readOperand } from './read-cell.ts'
import { type Column, type Filter, isText, type Table } from './table.ts'

const validate = compileValidator('body', RowFilter)

const badRequest = (path: string, message: string) =>
  fault('request.bad_request', { details: { issues: [{ path, message }] } })

const anyTypeOperators = new Set<Operator>(['eq', 'ne', 'empty', 'notEmpty'])
const textOperators = new Set<Operator>(['contains', 'startsWith'])

/** Ordering operators need an ordered type, substring operators need text. */
function isApplicable(column: Column, op: Operator): boolean {
  if (anyTypeOperators.has(op)) return true
  return textOperators.has(op) ? isText(column) : column.type !== 'boolean'
}

function conditionOf(table: Table, { column: key, op, value = null }: Filter, path: string): Condition {
  const column = table.columns.find((column) => column.key === key)
  if (!column) throw badRequest(`${path}/column`, 'is not a column of this table')
  if (!isApplicable(column, op))
    throw badRequest(`${path}/op`, `cannot be used with a column of type ${column.type}`)
  if (op === 'empty' || op === 'notEmpty') return { column, op, value: null }
  const isTextSearch = textOperators.has(op)
  const reading = readOperand(isTextSearch ? { ...column, type: 'text' } : column, value)
  if ('problem' in reading) throw badRequest(`${path}/value`, reading.problem)
  if (reading.value === null && op !== 'eq' && op !== 'ne')
    throw badRequest(`${path}/value`, 'must not be empty')
  return { column, op, value: reading.value }
}

export const readFilters = (table: Table, filters: Filter[]): Condition[] =>
  filters.map((filter, i) => conditionOf(table, filter, `/filter/${i}`))

/** Filters in a query string: JSON as text. */
export function parseFilters(text: string | undefined): Filter[] {
  if (text === undefined || text === '') return []
  let filters: unknown
  try {
    filters = JSON.parse(text)
  } catch {
    throw badRequest('/filter', 'must be a JSON array')
  }
  if (text.includes('\\u0000')) throw badRequest('/filter', 'must not contain NUL')
  if (!validate(filters)) {
    const [first] = (validate.errors ?? []).map(issueOf)
    throw badRequest(`/filter${first?.path ?? ''}`, first?.message ?? 'is not valid')
  }
  return filters as Filter[]
}

export function readSort(table: Table, key: string | undefined): Column | undefined {
  if (key === undefined || key === '') return undefined
  const column = table.columns.find((column) => column.key === key)
  if (!column) throw badRequest('/sort', 'is not a column of this table')
  return column
}
