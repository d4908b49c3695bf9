import type { TProperties } from 'typebox'
import { integer, nullable, object, optional, string, withDefault } from './schema.ts'

/** The query of a cursor-paginated list. A limit above the maximum is rejected, never clamped. */
export const pageQuery = <P extends TProperties>(size: { default: number; max: number }, more: P) =>
  object({ ...more, cursor: optional(string()), limit: withDefault(integer(1, size.max), size.default) })

export const nextCursor = nullable(string())

export const pageSizes = {
  standard: { default: 50, max: 200 },
  approvals: { default: 50, max: 100 },
  review: { default: 25, max: 100 },
  notifications: { default: 30, max: 100 },
  tableRows: { default: 100, max: 500 },
} as const
