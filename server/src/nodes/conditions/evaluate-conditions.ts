import type { Condition, ConditionList } from './condition-schema.ts'
import { evaluateDate, evaluateDateWithin } from './evaluate-date.ts'
import { evaluateBetween, evaluateNumber } from './evaluate-number.ts'
import { evaluatePattern, evaluateText, isMissing } from './evaluate-text.ts'
import type { EvaluationContext } from './evaluation-context.ts'

const isEmpty = (value: unknown): boolean =>
  isMissing(value) ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Compares items as text, ignoring case and accents; an address in the list is compared by its e-mail. */
function listContains(value: unknown, wanted: unknown): boolean {
  if (isMissing(value) || isMissing(wanted)) return false
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.some((item) => {
    const own = typeof item === 'object' && item !== null && 'email' in item ? item.email : item
    return evaluateText('equals', own, wanted, false)
  })
}

const isTrue = (value: unknown) =>
  value === true || value === 1 || (typeof value === 'string' && /^\s*(true|yes|oui|1)\s*$/i.test(value))

function evaluate(condition: Condition, context: EvaluationContext): boolean {
  const { value } = condition
  switch (condition.operator) {
    case 'is_empty':
      return isEmpty(value)
    case 'is_not_empty':
      return !isEmpty(value)
    case 'exists':
      return !isMissing(value)
    case 'not_exists':
      return isMissing(value)
    case 'is_true':
      return isTrue(value)
    case 'is_false':
      return !isTrue(value)
    case 'between':
      return evaluateBetween(value, condition.from, condition.to, context)
    case 'within_last':
      return evaluateDateWithin(value, condition.amount, condition.unit, context)
    case 'matches_pattern':
      return evaluatePattern(value, condition.compareTo, condition.exact === true)
    case 'before':
    case 'after':
      return evaluateDate(condition.operator, value, condition.compareTo, context)
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return evaluateNumber(condition.operator, value, condition.compareTo, context)
    default:
      if (condition.type === 'list')
        return listContains(value, condition.compareTo) === (condition.operator === 'contains')
      return evaluateText(condition.operator, value, condition.compareTo, condition.exact === true)
  }
}

/** Whether the conditions are true. A condition that cannot be evaluated is false and adds a warning. */
export function evaluateConditions(
  match: 'all' | 'any',
  conditions: ConditionList,
  context: EvaluationContext,
): boolean {
  const isMet = (one: ConditionList[number]) =>
    'conditions' in one ? evaluateConditions(one.match, one.conditions, context) : evaluate(one, context)
  return match === 'all' ? conditions.every(isMet) : conditions.some(isMet)
}
