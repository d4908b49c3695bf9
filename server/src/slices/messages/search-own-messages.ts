import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { toAddress } from './message-row.ts'
import { findMessages } from './messages.store.ts'
import { readQuery, readSearch } from './read-search.ts'
import { searchMessages } from './search/search-messages.store.ts'

type Query = { q: string; mailboxId?: string; limit: number }

/** Searches the member's messages, newest first, for other slices. */
export async function searchOwnMessages(db: Db, memberId: string, { q, mailboxId, limit }: Query) {
  const search = readQuery(q.trim())
  if (mailboxId !== undefined && !isUuid(mailboxId)) return []
  const listQuery = { memberId, mailboxId, after: undefined, limit }
  const rows = search
    ? await searchMessages(db, listQuery, await readSearch(db, listQuery, search))
    : await findMessages(db, listQuery)
  return rows.map(({ id, subject, fromName, fromEmail, receivedAt, snippet }) => ({
    id,
    threadId: null,
    subject,
    from: toAddress(fromName, fromEmail),
    receivedAt,
    snippet,
  }))
}
