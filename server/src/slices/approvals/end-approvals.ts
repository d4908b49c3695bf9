import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from '../notifications/index.ts'
import { closeLinks, findConcerned } from './approval-links.store.ts'
import type { ApprovalRow, ExpiredApproval } from './approvals.store.ts'
import { publishApproval } from './publish-approval.ts'

type Ended = Pick<ApprovalRow, 'id' | 'status' | 'executionId'>

/** Closes the links of approvals that wait no longer, and tells everyone who saw them waiting. */
export async function endApprovals(db: Db, live: Live, ended: Ended[]) {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await closeLinks(db, ids)
  const byId = new Map(ended.map((one) => [one.id, one]))
  for (const { approvalId, memberId } of await findConcerned(db, ids)) {
    const approval = byId.get(approvalId)
    if (approval) publishApproval(db, live, memberId, approval)
  }
}

/** For approvals that reached their deadline. */
export async function endExpired(db: Db, live: Live, expired: ExpiredApproval[]) {
  for (const { id, memberId, workflowName, subject } of expired)
    await notify(db, live, {
      memberId,
      kind: 'approval.expired',
      severity: 'warning',
      params: { approvalId: id, workflowName, subject },
      link: `/approvals/${id}`,
      dedupeKey: `approval-expired ${id}`,
    })
  await endCancelled(db, live, expired)
}

/** For approvals whose run was cancelled. */
export const endCancelled = (db: Db, live: Live, expired: ExpiredApproval[]) =>
  endApprovals(
    db,
    live,
    expired.map(({ id, executionId }) => ({ id, executionId, status: 'expired' })),
  )
