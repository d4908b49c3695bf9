import { hash } from 'node:crypto'
import { isUuid } from '../ids/ids.ts'
import { memoize } from '../memoize.ts'

// A cursor is the sort key of the last row of a page and a fingerprint of its filters: it is stable under insertions and
// invalid with other filters.

const kinds = {
  time(value: unknown) {
    if (typeof value !== 'string' || value < '0001') return false
    const time = new Date(value)
    // A forged cursor may contain 30 February, which would make the statement fail.
    return !Number.isNaN(time.getTime()) && time.toISOString() === value
  },
  id: (value: unknown) => typeof value === 'string' && isUuid(value),
  number: (value: unknown) => Number.isSafeInteger(value),
}
type Kind = keyof typeof kinds
type Position<S extends readonly Kind[]> = { [I in keyof S]: S[I] extends 'number' ? number : string }
type Filters = Record<string, unknown>

const hashEntries = (entries: string) =>
  hash('sha256', JSON.stringify((JSON.parse(entries) as unknown[]).sort()), 'base64url').slice(0, 8)

/** Most lists are read with the same few filters again and again; hashing them took a tenth of a thread list. */
const knownHash = memoize(hashEntries, 500)
const fingerprint = (filters: Filters) => knownHash(JSON.stringify(Object.entries(filters)))

/** Encodes and decodes the cursors of one list: `cursorOf(['time', 'id'])`. */
export const cursorOf = <const S extends readonly Kind[]>(shape: S) => ({
  write: (position: Position<S>, filters: Filters): string =>
    Buffer.from(JSON.stringify([fingerprint(filters), ...position])).toString('base64url'),

  /** Undefined if the cursor is malformed or belongs to other filters. */
  read(cursor: string, filters: Filters): Position<S> | undefined {
    try {
      const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
      if (!Array.isArray(parts) || parts.length !== shape.length + 1) return undefined
      const [mark, ...position] = parts
      const fits = shape.every((kind, i) => kinds[kind](position[i]))
      return mark === fingerprint(filters) && fits ? (position as Position<S>) : undefined
    } catch {
      return undefined
    }
  },
})
