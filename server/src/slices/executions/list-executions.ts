import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { type Period, readPeriod } from '../../platform/page/period.ts'
import { type ExecutionRow, type Filters, findExecutions } from './executions.store.ts'

const pages = newestFirst('executions')

type Query = Period & {
  workflowId?: string
  mailboxId?: string
  status?: ExecutionRow['status']
  simulated?: string
  q?: string
  cursor?: string
  limit: number
}

export async function listExecutions(db: Db, { memberId }: Caller, { cursor, limit, ...given }: Query) {
  const { workflowId, mailboxId, status, simulated } = given
  const q = given.q?.trim().slice(0, 200)
  const filters: Filters = {
    ...(workflowId === undefined ? {} : { workflowId: workflowId.toLowerCase() }),
    ...(mailboxId === undefined ? {} : { mailboxId: mailboxId.toLowerCase() }),
    ...(status === undefined ? {} : { status }),
    ...(simulated === 'true' || simulated === 'false' ? { simulated: simulated === 'true' } : {}),
    ...(q ? { q } : {}),
    ...readPeriod(given),
  }
  const after = pages.after(cursor, filters)
  const ids = [filters.workflowId, filters.mailboxId].filter((id) => id !== undefined)
  // A malformed id matches nothing.
  const rows = ids.every(isUuid) ? await findExecutions(db, memberId, filters, after, limit + 1) : []
  const { items, nextCursor } = pages.page(rows, limit, filters, (row) => row.createdAt)
  return { executions: items, nextCursor }
}
