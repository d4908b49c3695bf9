import type { Condition, ConditionList } from './condition-schema.ts'
import type { JudgeContext } from './judge-context.ts'
import { judgeDate, judgeDateWithin } from './judge-date.ts'
import { judgeBetween, judgeNumber } from './judge-number.ts'
import { isMissing, judgePattern, judgeText } from './judge-text.ts'

const isEmpty = (value: unknown): boolean =>
  isMissing(value) ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** A list holds a text as people compare it; an address in it is known by its e-mail. */
function holds(value: unknown, wanted: unknown): boolean {
  if (isMissing(value) || isMissing(wanted)) return false
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.some((item) => {
    const own = typeof item === 'object' && item !== null && 'email' in item ? item.email : item
    return judgeText('equals', own, wanted, false)
  })
}

const isTrue = (value: unknown) =>
  value === true || value === 1 || (typeof value === 'string' && /^\s*(true|yes|oui|1)\s*$/i.test(value))

function judge(condition: Condition, context: JudgeContext): boolean {
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
      return judgeBetween(value, condition.from, condition.to, context)
    case 'within_last':
      return judgeDateWithin(value, condition.amount, condition.unit, context)
    case 'matches_pattern':
      return judgePattern(value, condition.compareTo, condition.exact === true)
    case 'before':
    case 'after':
      return judgeDate(condition.operator, value, condition.compareTo, context)
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return judgeNumber(condition.operator, value, condition.compareTo, context)
    default:
      if (condition.type === 'list')
        return holds(value, condition.compareTo) === (condition.operator === 'contains')
      return judgeText(condition.operator, value, condition.compareTo, condition.exact === true)
  }
}

/** Whether the conditions hold. What could not be compared does not hold, and is told as a warning. */
export function judgeConditions(
  match: 'all' | 'any',
  conditions: ConditionList,
  context: JudgeContext,
): boolean {
  const holdsOne = (one: ConditionList[number]) =>
    'conditions' in one ? judgeConditions(one.match, one.conditions, context) : judge(one, context)
  return match === 'all' ? conditions.every(holdsOne) : conditions.some(holdsOne)
}
