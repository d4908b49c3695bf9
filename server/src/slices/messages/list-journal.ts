import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { type Period, readPeriod } from '../../platform/page/period.ts'
import { findEntries, type Outcome } from './journal.store.ts'
import { toAddress } from './message-row.ts'

const pages = newestFirst('journal')

type Query = Period & { mailboxId?: string; outcome?: Outcome; cursor?: string; limit: number }

export async function listJournal(db: Db, { memberId }: Caller, query: Query) {
  const { mailboxId, outcome, cursor, limit } = query
  const period = readPeriod(query)
  const filters = { mailboxId, outcome, ...period }
  const after = pages.after(cursor, filters)
  const isInvalidId = mailboxId !== undefined && !isUuid(mailboxId)
  const rows = isInvalidId
    ? []
    : await findEntries(db, { memberId, mailboxId, outcome, period, after, limit: limit + 1 })
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  const entries = items.map(({ fromName, fromEmail, ...entry }) => ({
    ...entry,
    from: toAddress(fromName, fromEmail),
  }))
  return { entries, nextCursor }
}
