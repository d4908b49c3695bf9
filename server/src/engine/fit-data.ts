import type { Data } from './define-node.ts'

// PostgreSQL's jsonb rejects NUL and lone surrogates.
const rejected = /\0|[\ud800-\udfff]/
const clean = (text: string) => (rejected.test(text) ? text.toWellFormed().replaceAll('\0', '') : text)

const maxDepth = 64
const maxItems = 10_000

type Budget = { left: number; cut: boolean }

function cutText(text: string, budget: Budget): string {
  const whole = clean(text)
  if (whole.length <= budget.left) {
    budget.left -= whole.length
    return whole
  }
  budget.cut = true
  const kept = whole.slice(0, Math.max(0, budget.left)).toWellFormed()
  budget.left = 0
  return kept
}

/** With defineProperty a field named __proto__ is an ordinary field. */
function setField(record: Data, name: string, value: unknown) {
  if (name !== '__proto__') record[name] = value
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true })
}

function fitRecord(value: object, budget: Budget, depth: number): Data {
  const result: Data = {}
  for (const key of Object.keys(value)) {
    const name = clean(key)
    budget.left -= name.length
    if (budget.left <= 0) {
      budget.cut = true
      break
    }
    setField(result, name, fit(Reflect.get(value, key), budget, depth + 1))
  }
  return result
}

function fit(value: unknown, budget: Budget, depth: number): unknown {
  budget.left -= 8
  if (typeof value === 'string') return cutText(value, budget)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  if (depth > maxDepth) {
    budget.cut = true
    return null
  }
  if (value instanceof Date) return value.toISOString()
  if (!Array.isArray(value)) return fitRecord(value, budget, depth)
  const items: unknown[] = []
  for (const item of value) {
    if (budget.left <= 0 || items.length >= maxItems) {
      budget.cut = true
      break
    }
    items.push(fit(item, budget, depth + 1))
  }
  return items
}

/** The size of data that is recorded as it is. */
export const sizeOf = (data: Data): number => JSON.stringify(data).length

/**
 * The output of a step as plain JSON that the database accepts, truncated to `maxChars` characters. The next nodes see
 * the truncated data too, so that a run continues after a crash as it would have without one.
 */
export function fitData(data: Data, maxChars: number): { data: Data; truncated: boolean; size: number } {
  const budget = { left: maxChars, cut: false }
  return { data: fitRecord(data, budget, 0), truncated: budget.cut, size: maxChars - budget.left }
}
