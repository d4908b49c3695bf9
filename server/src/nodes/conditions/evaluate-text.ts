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

/** A value as text; null if it is missing. Addresses are written as in a mail header, lists with commas. */
function textOf(value: unknown): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => textOf(item) ?? '').join(', ')
  if (typeof value !== 'object') return String(value)
  const { name, email } = value as { name?: unknown; email?: unknown }
  if (typeof email !== 'string') return JSON.stringify(value)
  return typeof name === 'string' && name !== '' ? `${name} <${email}>` : email
}

/** A missing value equals and contains nothing, so the negated operators are true for it. */
export function evaluateText(
  operator: TextOperator,
  value: unknown,
  compareTo: unknown,
  exact: boolean,
): boolean {
  if (operator === 'not_equals') return !evaluateText('equals', value, compareTo, exact)
  if (operator === 'not_contains') return !evaluateText('contains', value, compareTo, exact)
  const [left, right] = [textOf(value), textOf(compareTo)]
  if (left === null || right === null) return false
  return exact
    ? findWords(operator, left, right)
    : findWords(operator, foldForComparison(left).trim(), foldForComparison(right).trim())
}

export function evaluatePattern(value: unknown, pattern: string, exact: boolean): boolean {
  const text = textOf(value)
  return text !== null && hasPattern(text, pattern, exact ? '' : 'i')
}
