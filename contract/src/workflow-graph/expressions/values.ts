import { type Run, spend, spendText } from './budget.ts'
import { failure, type Text } from './fault.ts'
import { messages } from './messages.ts'

// Values are JSON: null, booleans, numbers, texts, lists, records. Anything else that a scope may contain by mistake
// (functions, symbols) counts as missing.

export type Kind = 'null' | 'boolean' | 'number' | 'text' | 'list' | 'record'

export const kindNames: Record<Kind, Text> = {
  null: { en: 'empty (null)', fr: 'vide (null)' },
  boolean: { en: 'true or false', fr: 'vrai ou faux' },
  number: { en: 'a number', fr: 'un nombre' },
  text: { en: 'text', fr: 'un texte' },
  list: { en: 'a list', fr: 'une liste' },
  record: { en: 'a record', fr: 'un objet' },
}

export type JsonRecord = { [key: string]: unknown }

export const isList = (value: unknown): value is unknown[] => Array.isArray(value)
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (isList(value)) return 'list'
  return isRecord(value) ? 'record' : 'null'
}

/** Never read or set, even as own fields: code that later copies the value could be tricked by them. */
export const isForbidden = (key: string) =>
  key === '__proto__' || key === 'constructor' || key === 'prototype'

const isValue = (value: unknown) =>
  typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint'

/** Own fields only; undefined if missing. */
export function fieldOf(value: unknown, key: string): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined
  const found = value[key]
  return isValue(found) ? found : undefined
}

/** -1 is the last item. */
export function itemOf(value: unknown, index: number): unknown {
  if (!isList(value) || !Number.isInteger(index)) return undefined
  const found = value[index < 0 ? value.length + index : index]
  return isValue(found) ? found : undefined
}

export function memberOf(run: Run, value: unknown, key: unknown): unknown {
  if (typeof key === 'number') return itemOf(value, key)
  if (typeof key !== 'string') return undefined
  if (isForbidden(key)) throw failure(run.place, 'expression.forbidden', messages.forbidden(key))
  return fieldOf(value, key)
}

export function setField(run: Run, target: JsonRecord, key: string, value: unknown) {
  if (isForbidden(key)) throw failure(run.place, 'expression.forbidden', messages.forbidden(key))
  target[key] = value
}

export const fieldsOf = (run: Run, value: JsonRecord): string[] => {
  const keys = Object.keys(value)
  spend(run, keys.length)
  return keys.filter((key) => !isForbidden(key) && isValue(value[key]))
}

const maxDepth = 200
const tooDeep = (run: Run) => failure(run.place, 'expression.too_deep', messages.tooDeepValue)

/** Deep equality by kind and content: 1 is not "1". */
export function equal(run: Run, a: unknown, b: unknown, depth = 0): boolean {
  spend(run, 1)
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length) spendText(run, a.length)
  if (a === b) return true
  if (depth > maxDepth) throw tooDeep(run)
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, i) => equal(run, item, b[i], depth + 1))
  if (!isRecord(a) || !isRecord(b)) return (a ?? null) === (b ?? null)
  const keys = fieldsOf(run, a)
  return (
    keys.length === fieldsOf(run, b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(run, a[key], b[key], depth + 1))
  )
}

export function toJson(run: Run, value: unknown, depth = 0): string {
  spend(run, 1)
  if (depth > maxDepth) throw tooDeep(run)
  if (typeof value === 'string') {
    spendText(run, value.length)
    return JSON.stringify(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value === 'boolean') return `${value}`
  if (isList(value))
    return joinJson(
      run,
      '[',
      value.map((item) => toJson(run, item, depth + 1)),
      ']',
    )
  if (!isRecord(value)) return 'null'
  const fields = fieldsOf(run, value).map(
    (key) => `${JSON.stringify(key)}:${toJson(run, value[key], depth + 1)}`,
  )
  return joinJson(run, '{', fields, '}')
}

function joinJson(run: Run, open: string, parts: string[], close: string) {
  const text = `${open}${parts.join(',')}${close}`
  spendText(run, text.length)
  return text
}

/** A value as text: null is empty, lists and records are JSON. */
export function toText(run: Run, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  return value === null || value === undefined ? '' : toJson(run, value)
}

/** The approximate JSON size of a result, in characters; stops counting past `max`. */
export function sizeOf(run: Run, value: unknown, max: number, depth = 0): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  if (depth > maxDepth) throw tooDeep(run)
  let size = 2
  if (isList(value)) {
    for (const item of value) {
      size += 1 + sizeOf(run, item, max - size, depth + 1)
      if (size > max) return size
    }
  } else {
    for (const [key, item] of Object.entries(value)) {
      size += 4 + key.length + sizeOf(run, item, max - size, depth + 1)
      if (size > max) return size
    }
  }
  return size
}

/** A deep copy that the receiver may modify. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(copyOf)
  // Spread first: __proto__ then is an own field, and stays one when it is assigned.
  const made: JsonRecord = { ...value }
  for (const key of Object.keys(made)) made[key] = copyOf(made[key])
  return made
}
