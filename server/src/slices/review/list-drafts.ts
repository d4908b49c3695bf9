import type { review } from '@mailwright/contract/review'
import type { Query } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { countWaiting, findWaiting } from '../sending/index.ts'
import { type Reader, type ReviewDeps, toMessage } from './reply.ts'

const pages = newestFirst('review')

export async function listDrafts(
  db: Db,
  deps: ReviewDeps,
  reader: Reader,
  { cursor, limit, ...filters }: Query<typeof review.list>,
) {
  const after = pages.after(cursor, filters)
  // A filter that is not an id matches nothing.
  const ids = [filters.mailboxId, filters.workflowId].filter((id) => id !== undefined)
  const rows = ids.every(isUuid) ? await findWaiting(db, reader.memberId, filters, after, limit + 1) : []
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  return {
    items: items.map((row) => toMessage(deps, reader, row)),
    nextCursor,
    pendingCount: await countWaiting(db, reader.memberId),
  }
}
