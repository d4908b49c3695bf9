import { isMissing } from './evaluate-text.ts'
import type { EvaluationContext } from './evaluation-context.ts'

/** Undefined if the value is missing or not a number; the latter adds a warning. */
function numberOf(value: unknown, { warnings }: Pick<EvaluationContext, 'warnings'>): number | undefined {
  if (isMissing(value) || value === '') return undefined
  if (typeof value === 'number') return value
  const compact = typeof value === 'string' ? value.replace(/[\s\u00a0\u202f]/g, '') : ''
  // A single comma is a decimal separator; with thousands separators the number would be ambiguous.
  const found = /^[+-]?\d+,\d+$/.test(compact) ? Number(compact.replace(',', '.')) : Number(compact || 'none')
  if (Number.isFinite(found)) return found
  warnings.push({
    code: 'condition.not_a_number',
    message: `${JSON.stringify(value).slice(0, 60)} is not a number, so the condition is false.`,
  })
  return undefined
}

const comparisons = {
  eq: (a: number, b: number) => a === b,
  ne: (a: number, b: number) => a !== b,
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
}

export function evaluateNumber(
  operator: keyof typeof comparisons,
  value: unknown,
  compareTo: unknown,
  context: EvaluationContext,
): boolean {
  const [a, b] = [numberOf(value, context), numberOf(compareTo, context)]
  if (a === undefined || b === undefined)
    return operator === 'ne' && isMissing(value) !== isMissing(compareTo)
  return comparisons[operator](a, b)
}

/** Both bounds are inclusive. */
export function evaluateBetween(
  value: unknown,
  from: unknown,
  to: unknown,
  context: EvaluationContext,
): boolean {
  return evaluateNumber('gte', value, from, context) && evaluateNumber('lte', value, to, context)
}
