import { durationMs, type Unit } from '../time/duration.ts'
import { readInstant } from '../time/read-instant.ts'
import { isMissing } from './evaluate-text.ts'
import type { EvaluationContext } from './evaluation-context.ts'

function instant(value: unknown, { timeZone, warnings }: EvaluationContext): number | undefined {
  if (isMissing(value) || value === '') return undefined
  const found = typeof value === 'string' ? readInstant(value, timeZone) : undefined
  if (found === undefined)
    warnings.push({
      code: 'condition.not_a_date',
      message: `${JSON.stringify(value).slice(0, 60)} is not a date such as 2026-11-15 or 2026-11-15T09:00:00Z, so the condition is false.`,
    })
  return found
}

export function evaluateDate(
  operator: 'before' | 'after',
  value: unknown,
  compareTo: unknown,
  context: EvaluationContext,
): boolean {
  const [a, b] = [instant(value, context), instant(compareTo, context)]
  if (a === undefined || b === undefined) return false
  return operator === 'before' ? a < b : a > b
}

export function evaluateDateWithin(
  value: unknown,
  amount: number,
  unit: Unit,
  context: EvaluationContext,
): boolean {
  const at = instant(value, context)
  const now = Date.parse(context.now)
  return at !== undefined && at <= now && at >= now - durationMs(amount, unit)
}
