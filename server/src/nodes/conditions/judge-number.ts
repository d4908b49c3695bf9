import type { JudgeContext } from './judge-context.ts'
import { isMissing } from './judge-text.ts'

/** Undefined when it is missing, or is no number; the latter is told. */
function numberOf(value: unknown, { warnings }: Pick<JudgeContext, 'warnings'>): number | undefined {
  if (isMissing(value) || value === '') return undefined
  if (typeof value === 'number') return value
  const compact = typeof value === 'string' ? value.replace(/[\s\u00a0\u202f]/g, '') : ''
  // A comma alone is the decimal one; with thousands nobody can know.
  const found = /^[+-]?\d+,\d+$/.test(compact) ? Number(compact.replace(',', '.')) : Number(compact || 'none')
  if (Number.isFinite(found)) return found
  warnings.push({
    code: 'condition.not_a_number',
    message: `${JSON.stringify(value).slice(0, 60)} is not a number, so the condition does not hold.`,
  })
  return undefined
}

const questions = {
  eq: (a: number, b: number) => a === b,
  ne: (a: number, b: number) => a !== b,
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
}

export function judgeNumber(
  operator: keyof typeof questions,
  value: unknown,
  compareTo: unknown,
  context: JudgeContext,
): boolean {
  const [a, b] = [numberOf(value, context), numberOf(compareTo, context)]
  if (a === undefined || b === undefined)
    return operator === 'ne' && isMissing(value) !== isMissing(compareTo)
  return questions[operator](a, b)
}

/** Both ends belong to it. */
export function judgeBetween(value: unknown, from: unknown, to: unknown, context: JudgeContext): boolean {
  return judgeNumber('gte', value, from, context) && judgeNumber('lte', value, to, context)
}
