import type { Db } from '../../platform/db/database.ts'
import { notify } from '../notifications/index.ts'
import { closeLinks, findConcerned, findLinkIds } from './approval-links.store.ts'
import type { ApprovalRow, ExpiredApproval } from './approvals.store.ts'
import type { ApprovalDeps } from './ports.ts'
import { publishApproval } from './publish-approval.ts'

type Deps = Pick<ApprovalDeps, 'live' | 'ports'>
type Ended = Pick<ApprovalRow, 'id' | 'status' | 'executionId'>

/** Withdraws what asks for approvals that wait no longer, and tells everyone who saw them waiting. */
export async function endApprovals(db: Db, { live, ports }: Deps, ended: Ended[]) {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  // In the order in which a delivery locks them: a mail, then its link.
  await ports.withdrawMails(db, await findLinkIds(db, ids))
  await closeLinks(db, ids)
  const byId = new Map(ended.map((one) => [one.id, one]))
  for (const { approvalId, memberId } of await findConcerned(db, ids)) {
    const approval = byId.get(approvalId)
    if (approval) publishApproval(db, live, memberId, approval)
  }
}

/** For approvals that reached their deadline. */
export async function endExpired(db: Db, deps: Deps, expired: ExpiredApproval[]) {
  for (const { id, memberId, workflowName, subject } of expired)
    await notify(db, deps.live, {
      memberId,
      kind: 'approval.expired',
      severity: 'warning',
      params: { approvalId: id, workflowName, subject },
      link: `/approvals/${id}`,
      dedupeKey: `approval-expired ${id}`,
    })
  await endCancelled(db, deps, expired)
}

/** For approvals whose run was cancelled. */
export const endCancelled = (db: Db, deps: Deps, expired: ExpiredApproval[]) =>
  endApprovals(
    db,
    deps,
    expired.map(({ id, executionId }) => ({ id, executionId, status: 'expired' })),
  )
