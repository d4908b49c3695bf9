import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { type ApprovalRow, findApprovals } from './approvals.store.ts'

const pages = newestFirst('approvals')
// The approvals of one message come in a single page.
const maxOfMessage = 1_000

type Query = { status: ApprovalRow['status']; messageId?: string; cursor?: string; limit: number }

export async function listApprovals(db: Db, caller: Caller, { cursor, limit, ...given }: Query) {
  const messageId = given.messageId?.toLowerCase()
  if (messageId !== undefined) {
    const filters = { messageId, status: given.status }
    const approvals = isUuid(messageId)
      ? await findApprovals(db, caller, filters, undefined, maxOfMessage)
      : []
    return { approvals, nextCursor: null }
  }
  const filters = { status: given.status }
  const after = pages.after(cursor, filters)
  const rows = await findApprovals(db, caller, filters, after, limit + 1)
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  return { approvals: items, nextCursor }
}
