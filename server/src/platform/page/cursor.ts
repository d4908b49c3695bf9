import { createHash } from 'node:crypto'

// A cursor is the sort key of the last row shown, and a fingerprint of the filters it was made with: it is
// stable against insertions and worthless with other filters.

export type Position = readonly (string | number)[]

const fingerprint = (filters: Record<string, unknown>) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(filters).sort()))
    .digest('base64url')
    .slice(0, 8)

export const writeCursor = (position: Position, filters: Record<string, unknown>) =>
  Buffer.from(JSON.stringify([fingerprint(filters), ...position])).toString('base64url')

/** The position in a cursor; undefined when it cannot be read or belongs to other filters. */
export function readCursor(
  cursor: string,
  filters: Record<string, unknown>,
  shape: readonly ('string' | 'number')[],
): Position | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== shape.length + 1) return undefined
    const [mark, ...position] = parts
    const fits = position.every((value, i) => typeof value === shape[i])
    return mark === fingerprint(filters) && fits ? position : undefined
  } catch {
    return undefined
  }
}
