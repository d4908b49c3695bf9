import type { Data } from './define-node.ts'

// PostgreSQL's jsonb refuses both: NUL, and half a surrogate pair.
const refused = /\0|[\ud800-\udfff]/
const clean = (text: string) => (refused.test(text) ? text.toWellFormed().replaceAll('\0', '') : text)

const maxDepth = 64
const maxItems = 10_000

type Budget = { left: number; cut: boolean }

function cutText(text: string, room: Budget): string {
  const whole = clean(text)
  if (whole.length <= room.left) {
    room.left -= whole.length
    return whole
  }
  room.cut = true
  const kept = whole.slice(0, Math.max(0, room.left)).toWellFormed()
  room.left = 0
  return kept
}

/** Written with defineProperty, a field named __proto__ is a field like any other. */
function setField(record: Data, name: string, value: unknown) {
  if (name !== '__proto__') record[name] = value
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true })
}

function fitRecord(value: object, room: Budget, depth: number): Data {
  const result: Data = {}
  for (const key of Object.keys(value)) {
    const name = clean(key)
    room.left -= name.length
    if (room.left <= 0) {
      room.cut = true
      break
    }
    setField(result, name, fit(Reflect.get(value, key), room, depth + 1))
  }
  return result
}

function fit(value: unknown, room: Budget, depth: number): unknown {
  room.left -= 8
  if (typeof value === 'string') return cutText(value, room)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  if (depth > maxDepth) {
    room.cut = true
    return null
  }
  if (value instanceof Date) return value.toISOString()
  if (!Array.isArray(value)) return fitRecord(value, room, depth)
  const items: unknown[] = []
  for (const item of value) {
    if (room.left <= 0 || items.length >= maxItems) {
      room.cut = true
      break
    }
    items.push(fit(item, room, depth + 1))
  }
  return items
}

/**
 * What a step hands on, as plain JSON that the database takes, and no larger than `most` characters. What is cut is
 * cut for the next nodes too: a run goes on the same way after a crash as before it.
 */
export function fitData(data: Data, most: number): { data: Data; truncated: boolean } {
  const room = { left: most, cut: false }
  return { data: fitRecord(data, room, 0), truncated: room.cut }
}
