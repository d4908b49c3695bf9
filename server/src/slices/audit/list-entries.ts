import type { Db } from '../../platform/db/database.ts'
import { cursorOf } from '../../platform/page/cursor.ts'
import { type EntryFilters, findEntries } from './audit.store.ts'

const cursors = cursorOf(['time', 'id'])

type Query = EntryFilters & { cursor?: string; limit: number }

export async function listEntries(db: Db, { cursor, limit, ...given }: Query) {
  const filters = { ...given, ...(given.since ? { since: new Date(given.since).toISOString() } : {}) }
  // An unreadable cursor returns the first page.
  const after = cursor === undefined ? undefined : cursors.read(cursor, filters)
  const rows = await findEntries(db, filters, after, limit + 1)
  const entries = rows.slice(0, limit)
  const last = entries.at(-1)
  const nextCursor = rows.length > limit && last ? cursors.write([last.at, last.id], filters) : null
  return { entries, nextCursor }
}
