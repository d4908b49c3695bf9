import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { escapeLike } from '../../platform/text/escape-like.ts'
import { foldLikeSql } from '../../platform/text/fold.ts'
import { findContacts } from './contacts.store.ts'

const pages = newestFirst('contacts')

type Query = { q?: string; cursor?: string; limit: number }

export async function listContacts(db: Db, { memberId }: Caller, { q = '', cursor, limit }: Query) {
  const filters = { q: foldLikeSql(q.trim()) }
  const after = pages.after(cursor, filters)
  const pattern = filters.q ? `%${escapeLike(filters.q)}%` : undefined
  const rows = await findContacts(db, memberId, pattern, after, limit + 1)
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  return { contacts: items, nextCursor }
}
