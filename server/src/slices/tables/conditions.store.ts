import { all, join, type Sql, sql } from '../../platform/db/sql.ts'
import { escapeLike } from '../../platform/text/escape-like.ts'
import { foldText, markOf, sortedLength, sortText, wordsOfQuery } from './search-text.ts'
import { cellOf, orderOf } from './shape.store.ts'
import { type Cell, type Column, isText } from './table.ts'

/** A condition whose value was read as its column's type; null means an empty cell. */
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

const signs = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

/** Of options, the folded form tells which one it is, unless two of them are alike. */
function isToldByOrder({ type, options }: Column, folded: string) {
  if (type !== 'select' || folded.length >= sortedLength) return false
  return options.filter((option) => sortText(option) === folded).length === 1
}

function equals(column: Column, value: Cell): Sql {
  if (!isText(column)) return sql`${cellOf(column)} = ${value}`
  const folded = sortText(String(value))
  const near = sql`${orderOf(column)} = ${folded}`
  return isToldByOrder(column, folded) ? near : sql`(${near} and ${cellOf(column)} = ${value})`
}

const operand = (column: Column, value: Cell) => (isText(column) ? sortText(String(value)) : value)

/** The index finds rows with such a text anywhere; only in those the column's own part is looked at. */
function contains(column: Column, value: Cell): Sql {
  const like = `%${escapeLike(foldText(String(value)))}%`
  const part = `${markOf(column)}([^\n]*)`
  return sql`(search like ${like} and substring(search from ${part}) like ${like})`
}

function startsWith(column: Column, value: Cell): Sql {
  const folded = foldText(String(value))
  const near = sql`${orderOf(column)} like ${`${escapeLike(sortText(String(value)))}%`}`
  if (folded.length <= sortedLength) return near
  return sql`(${near} and search like ${`%${escapeLike(markOf(column) + folded)}%`})`
}

function conditionOf({ column, op, value }: Condition): Sql {
  const cell = orderOf(column)
  if (op === 'empty' || (op === 'eq' && value === null)) return sql`${cell} is null`
  if (op === 'notEmpty' || (op === 'ne' && value === null)) return sql`${cell} is not null`
  if (op === 'eq') return equals(column, value)
  if (op === 'ne') return sql`${cellOf(column)} is distinct from ${value}`
  if (op === 'contains') return contains(column, value)
  if (op === 'startsWith') return startsWith(column, value)
  return sql`${cell} ${signs[op]} ${operand(column, value)}`
}

export type Which = { conditions: Condition[]; match: 'all' | 'any'; q?: string | undefined }

/** What must hold for a row; undefined when every row will do. */
export function whereOf({ conditions, match, q = '' }: Which): Sql | undefined {
  const parts = conditions.map(conditionOf)
  const asked = match === 'all' || parts.length < 2 ? parts : [sql`(${join(parts, ' or ')})`]
  const words = wordsOfQuery(q).map((word) => sql`search like ${`%${escapeLike(word)}%`}`)
  return asked.length + words.length === 0 ? undefined : all([...asked, ...words])
}
