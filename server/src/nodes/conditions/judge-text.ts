import { foldForComparison } from '../../platform/text/fold.ts'
import { hasPattern } from '../text/find-pattern.ts'
import { findWords } from '../text/find-words.ts'

export type TextOperator =
  | 'equals'
  | 'not_equals'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'matches'

export const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined

/** A value as text; null when there is none. Addresses read as in a mail, lists with commas. */
function textOf(value: unknown): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => textOf(item) ?? '').join(', ')
  if (typeof value !== 'object') return String(value)
  const { name, email } = value as { name?: unknown; email?: unknown }
  if (typeof email !== 'string') return JSON.stringify(value)
  return typeof name === 'string' && name !== '' ? `${name} <${email}>` : email
}

/** With nothing on one side nothing is equal or contained; the questions with "not" are then true. */
export function judgeText(
  operator: TextOperator,
  value: unknown,
  compareTo: unknown,
  exact: boolean,
): boolean {
  if (operator === 'not_equals') return !judgeText('equals', value, compareTo, exact)
  if (operator === 'not_contains') return !judgeText('contains', value, compareTo, exact)
  const [left, right] = [textOf(value), textOf(compareTo)]
  if (left === null || right === null) return false
  return exact
    ? findWords(operator, left, right)
    : findWords(operator, foldForComparison(left).trim(), foldForComparison(right).trim())
}

export function judgePattern(value: unknown, pattern: string, exact: boolean): boolean {
  const text = textOf(value)
  return text !== null && hasPattern(text, pattern, exact ? '' : 'i')
}
