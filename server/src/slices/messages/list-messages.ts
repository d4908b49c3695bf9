import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { toMessage } from './message-row.ts'
import { findMessages, type ListQuery } from './messages.store.ts'
import { readQuery, readSearch } from './read-search.ts'
import { searchMessages } from './search/search-messages.store.ts'
import type { SearchNode } from './search/search-node.ts'

const pages = newestFirst('messages')

type Query = { mailboxId?: string; q?: string; cursor?: string; limit: number }

async function find(db: Db, listQuery: ListQuery, search: SearchNode | undefined) {
  // A value that is not an id matches no mailbox.
  if (listQuery.mailboxId !== undefined && !isUuid(listQuery.mailboxId)) return []
  if (!search) return findMessages(db, listQuery)
  return searchMessages(db, listQuery, await readSearch(db, listQuery, search))
}

/** Returns an empty page for another member's mailbox. */
export async function listMessages(db: Db, { memberId }: Caller, query: Query) {
  const { mailboxId, cursor, limit } = query
  const filters = { mailboxId, q: query.q?.trim() }
  const search = readQuery(filters.q)
  const after = pages.after(cursor, filters)
  const rows = await find(db, { memberId, mailboxId, after, limit: limit + 1 }, search)
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.receivedAt)
  return { messages: items.map(toMessage), nextCursor }
}
