import type { Db } from '../../platform/db/database.ts'
import type { Locale } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { describeItem, findItems, type JournalFilters } from './journal.store.ts'
import type { ReviewReasons } from './review-reasons.ts'

const pages = newestFirst('sending')

type Query = JournalFilters & { cursor?: string; limit: number }

type Reader = { memberId: string; locale: Locale }

export async function listJournal(
  db: Db,
  reasons: ReviewReasons,
  { memberId, locale }: Reader,
  { cursor, limit, ...filters }: Query,
) {
  const after = pages.after(cursor, filters)
  // A filter that is not an id matches nothing.
  const ids = [filters.mailboxId, filters.workflowId].filter((id) => id !== undefined)
  const rows = ids.every(isUuid) ? await findItems(db, memberId, filters, after, limit + 1) : []
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  return { items: items.map((row) => describeItem(reasons, locale, row)), nextCursor }
}
