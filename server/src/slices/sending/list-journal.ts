import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { findItems, itemOf, type JournalFilters } from './journal.store.ts'

const pages = newestFirst('sending')

type Query = JournalFilters & { cursor?: string; limit: number }

export async function listJournal(db: Db, memberId: string, { cursor, limit, ...filters }: Query) {
  const after = pages.after(cursor, filters)
  // A filter that is not an id matches nothing.
  const ids = [filters.mailboxId, filters.workflowId].filter((id) => id !== undefined)
  const rows = ids.every(isUuid) ? await findItems(db, memberId, filters, after, limit + 1) : []
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  return { items: items.map(itemOf), nextCursor }
}
