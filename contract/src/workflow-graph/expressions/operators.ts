import { type Run, spend, spendText } from './budget.ts'
import { failure, type Place } from './fault.ts'
import { messages } from './messages.ts'
import { positionOf } from './search-text.ts'
import { equal, fieldOf, isForbidden, isList, isRecord, kindNames, kindOf } from './values.ts'

type Operation = (run: Run, left: unknown, right: unknown, place: Place) => unknown

const kindName = (value: unknown) => kindNames[kindOf(value)]

function requireNumber(operator: string, value: unknown, place: Place): number {
  if (typeof value === 'number') return value
  const kind = kindOf(value)
  const message = messages.needs(operator, kindNames.number, kindNames[kind], kind === 'null')
  throw failure(place, 'expression.type', message)
}

function requireFinite(value: number, place: Place): number {
  if (!Number.isFinite(value)) throw failure(place, 'expression.math', messages.notFinite)
  return value
}

const arithmetic =
  (operator: string, compute: (a: number, b: number) => number): Operation =>
  (_, left, right, place) =>
    requireFinite(compute(requireNumber(operator, left, place), requireNumber(operator, right, place)), place)

const division =
  (operator: string, compute: (a: number, b: number) => number): Operation =>
  (_, left, right, place) => {
    const [a, b] = [requireNumber(operator, left, place), requireNumber(operator, right, place)]
    if (b === 0) throw failure(place, 'expression.math', messages.divisionByZero)
    return requireFinite(compute(a, b), place)
  }

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const plus: Operation = (run, left, right, place) => {
  if (typeof left === 'number' && typeof right === 'number') return requireFinite(left + right, place)
  const isText = typeof left === 'string' || typeof right === 'string'
  if (!isText || !isScalar(left) || !isScalar(right))
    throw failure(place, 'expression.type', messages.cannotAdd(kindName(left), kindName(right)))
  const result = `${left}${right}`
  run.place = place
  spendText(run, result.length)
  return result
}

const comparison =
  (operator: string, test: (order: number) => boolean): Operation =>
  (run, left, right, place) => {
    if (typeof left === 'number' && typeof right === 'number') return test(left - right)
    if (typeof left === 'string' && typeof right === 'string') {
      run.place = place
      spendText(run, Math.min(left.length, right.length))
      return test(left < right ? -1 : left > right ? 1 : 0)
    }
    throw failure(place, 'expression.type', messages.cannotCompare(operator, kindName(left), kindName(right)))
  }

const isIn: Operation = (run, left, right, place) => {
  run.place = place
  if (isList(right)) {
    spend(run, right.length)
    return right.some((item) => equal(run, item, left))
  }
  if (typeof left === 'string' && typeof right === 'string') {
    spendText(run, right.length)
    return positionOf(right, left) >= 0
  }
  if (typeof left === 'string' && isRecord(right))
    return !isForbidden(left) && fieldOf(right, left) !== undefined
  const expected = {
    en: 'a list, text or a record on its right',
    fr: 'une liste, un texte ou un objet à sa droite',
  }
  throw failure(place, 'expression.type', messages.needs('in', expected, kindName(right), false))
}

const isEqual = (run: Run, left: unknown, right: unknown, place: Place) => {
  run.place = place
  return equal(run, left, right)
}

/** Operators that evaluate both sides. `and`, `or` and `??` short-circuit and are compiled separately. */
export const operations: Record<string, Operation> = {
  '+': plus,
  '-': arithmetic('-', (a, b) => a - b),
  '*': arithmetic('*', (a, b) => a * b),
  '/': division('/', (a, b) => a / b),
  '%': division('%', (a, b) => a % b),
  '==': isEqual,
  '!=': (run, left, right, place) => !isEqual(run, left, right, place),
  '<': comparison('<', (order) => order < 0),
  '<=': comparison('<=', (order) => order <= 0),
  '>': comparison('>', (order) => order > 0),
  '>=': comparison('>=', (order) => order >= 0),
  in: isIn,
}

export const negate = (value: unknown, place: Place) => 0 - requireNumber('-', value, place)

/** A condition. Null counts as false, so that a?.b can be used as one. */
export function toCondition(value: unknown, operator: string, place: Place): boolean {
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined) return false
  const message = messages.needs(operator, kindNames.boolean, kindName(value), false)
  throw failure(place, 'expression.type', message)
}
