import { all, join, type Sql, sql } from '../../platform/db/sql.ts'
import { escapeLike } from '../../platform/text/escape-like.ts'
import { foldText, markOf, maxSortLength, searchTermsOf, sortText } from './search-text.ts'
import { cellOf, orderOf } from './shape.store.ts'
import { type Cell, type Column, isText } from './table.ts'

/** A condition whose value has the column's type; null means an empty cell. */
export type Condition = { column: Column; op: Operator; value: Cell }
export type Operator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'contains'
  | 'startsWith'
  | 'empty'
  | 'notEmpty'

const comparisons = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

/** Options are identified by their folded form, unless two of them fold to the same text. */
function isIdentifiedBySortText({ type, options }: Column, folded: string) {
  if (type !== 'select' || folded.length >= maxSortLength) return false
  return options.filter((option) => sortText(option) === folded).length === 1
}

function equals(column: Column, value: Cell): Sql {
  if (!isText(column)) return sql`${cellOf(column)} = ${value}`
  const folded = sortText(String(value))
  const prefilter = sql`${orderOf(column)} = ${folded}`
  return isIdentifiedBySortText(column, folded)
    ? prefilter
    : sql`(${prefilter} and ${cellOf(column)} = ${value})`
}

const operand = (column: Column, value: Cell) => (isText(column) ? sortText(String(value)) : value)

/** The index finds rows with the text in any column; only those are checked for the column itself. */
function contains(column: Column, value: Cell): Sql {
  const like = `%${escapeLike(foldText(String(value)))}%`
  const part = `${markOf(column)}([^\n]*)`
  return sql`(search like ${like} and substring(search from ${part}) like ${like})`
}

function startsWith(column: Column, value: Cell): Sql {
  const folded = foldText(String(value))
  const prefilter = sql`${orderOf(column)} like ${`${escapeLike(sortText(String(value)))}%`}`
  if (folded.length <= maxSortLength) return prefilter
  return sql`(${prefilter} and search like ${`%${escapeLike(markOf(column) + folded)}%`})`
}

function conditionOf({ column, op, value }: Condition): Sql {
  const cell = orderOf(column)
  if (op === 'empty' || (op === 'eq' && value === null)) return sql`${cell} is null`
  if (op === 'notEmpty' || (op === 'ne' && value === null)) return sql`${cell} is not null`
  if (op === 'eq') return equals(column, value)
  if (op === 'ne') return sql`${cellOf(column)} is distinct from ${value}`
  if (op === 'contains') return contains(column, value)
  if (op === 'startsWith') return startsWith(column, value)
  return sql`${cell} ${comparisons[op]} ${operand(column, value)}`
}

export type RowSelection = { conditions: Condition[]; match: 'all' | 'any'; q?: string | undefined }

/** The condition for a row; undefined when every row matches. */
export function whereOf({ conditions, match, q = '' }: RowSelection): Sql | undefined {
  const parts = conditions.map(conditionOf)
  const filters = match === 'all' || parts.length < 2 ? parts : [sql`(${join(parts, ' or ')})`]
  const terms = searchTermsOf(q).map((term) => sql`search like ${`%${escapeLike(term)}%`}`)
  return filters.length + terms.length === 0 ? undefined : all([...filters, ...terms])
}
