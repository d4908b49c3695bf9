import { fault } from '../../platform/errors/app-error.ts'
import type { Cell, Column, Type } from './table.ts'

// A value is accepted in the type of its column or as text that can be parsed as that type, since CSV files and
// workflow templates contain text. Empty text is an empty cell.

type Reading = { value: Cell } | { problem: string }

const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/
const timePattern =
  /^\d{4}-\d\d-\d\d([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?$/
// Rejects what is clearly not an address. The form does not show whether it is deliverable.
const emailPattern = /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/
const trueTexts = new Set(['true', 'yes', '1'])
const falseTexts = new Set(['false', 'no', '0'])

function isValidDate(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1000) return false
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

function readNumber(text: string): Cell | undefined {
  const value = numberPattern.test(text) ? Number(text) : Number.NaN
  // Adding 0 avoids -0, which PostgreSQL would store and show.
  return Number.isFinite(value) ? value + 0 : undefined
}

function readTimestamp(text: string): string | undefined {
  if (!timePattern.test(text) || !isValidDate(text.slice(0, 10))) return undefined
  const local = text.length > 10 && !/(Z|[+-]\d\d:\d\d)$/.test(text)
  const at = new Date(local ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T'))
  const year = at.getUTCFullYear()
  return year >= 1000 && year <= 9999 ? at.toISOString() : undefined
}

const readers: Record<Type, (text: string, column: Pick<Column, 'options'>) => Cell | undefined> = {
  text: (text) => text,
  number: (text) => readNumber(text.trim()),
  boolean: (text) => {
    const lower = text.trim().toLowerCase()
    return trueTexts.has(lower) ? true : falseTexts.has(lower) ? false : undefined
  },
  // The date of a timestamp is its UTC date.
  date: (text) => readTimestamp(text.trim())?.slice(0, 10),
  datetime: (text) => readTimestamp(text.trim()),
  select: (text, { options }) => (options.includes(text) ? text : undefined),
  email: (text) => {
    const address = text.trim().toLowerCase()
    return address.length <= 320 && emailPattern.test(address) ? address : undefined
  },
}

const problems: Record<Type, string> = {
  text: 'must be text',
  number: 'must be a number',
  boolean: 'must be true or false',
  date: 'must be a date, such as 2026-11-15',
  datetime: 'must be a date and time, such as 2026-11-15T09:30:00Z',
  select: 'must be one of the options',
  email: 'must be an email address',
}

export const countCharacters = (text: string) => (text.length < 2 ? text.length : [...text].length)

/** The value as stored in the column. Throws when it exceeds the cell limit. */
export function readCell(column: Column, value: Cell, maxCellChars: number): Reading {
  if (value === null || value === '') return { value: null }
  const text = String(value)
  if (column.type !== 'text' && text.trim() === '') return { value: null }
  // Cheap check first: a text has at least as many code units as characters.
  if (text.length > maxCellChars && countCharacters(text) > maxCellChars)
    throw fault('tables.limit_reached', { details: { limit: 'maxCellChars', column: column.key } })
  if (text.includes('\0')) return { problem: 'must not contain NUL' }
  const read = readers[column.type](text.toWellFormed(), column)
  if (read === undefined || read === '')
    return read === '' ? { value: null } : { problem: problems[column.type] }
  return { value: read }
}

/** For comparisons: rows may still contain an option that has been removed. */
export const readOperand = (column: Column, value: Cell): Reading =>
  readCell(column.type === 'select' ? { ...column, type: 'text' } : column, value, Number.POSITIVE_INFINITY)
