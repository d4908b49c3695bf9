import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { findIncidents } from './incidents.store.ts'

const pages = newestFirst('incidents')

type Query = { since?: string; unacknowledged?: string; cursor?: string; limit: number }

export async function listIncidents(db: Db, { memberId }: Caller, { cursor, limit, ...given }: Query) {
  const filters = {
    unacknowledged: given.unacknowledged === 'true',
    ...(given.since ? { since: new Date(given.since).toISOString() } : {}),
  }
  const after = pages.after(cursor, filters)
  const rows = await findIncidents(db, memberId, filters, after, limit + 1)
  return pages.page(rows, limit, filters, (row) => row.failedAt)
}
