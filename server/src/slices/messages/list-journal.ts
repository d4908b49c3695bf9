import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { findEntries, type Outcome } from './journal.store.ts'
import { toAddress } from './message-row.ts'

const pages = newestFirst('journal')

type Query = { mailboxId?: string; outcome?: Outcome; cursor?: string; limit: number }

export async function listJournal(db: Db, { memberId }: Caller, query: Query) {
  const { mailboxId, outcome, cursor, limit } = query
  const filters = { mailboxId, outcome }
  const after = pages.after(cursor, filters)
  const isInvalidId = mailboxId !== undefined && !isUuid(mailboxId)
  const rows = isInvalidId
    ? []
    : await findEntries(db, { memberId, mailboxId, outcome, after, limit: limit + 1 })
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  const entries = items.map(({ fromName, fromEmail, ...entry }) => ({
    ...entry,
    from: toAddress(fromName, fromEmail),
  }))
  return { entries, nextCursor }
}
