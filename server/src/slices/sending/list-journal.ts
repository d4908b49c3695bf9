import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { findItems, itemOf, type JournalFilters } from './journal.store.ts'

const pages = newestFirst('sending')

type Query = JournalFilters & { cursor?: string; limit: number }

export async function listJournal(db: Db, memberId: string, { cursor, limit, ...filters }: Query) {
  const after = pages.after(cursor, filters)
  // What is no id names nothing.
  const names = [filters.mailboxId, filters.workflowId].filter((id) => id !== undefined)
  const rows = names.every(isUuid) ? await findItems(db, memberId, filters, after, limit + 1) : []
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  return { items: items.map(itemOf), nextCursor }
}
