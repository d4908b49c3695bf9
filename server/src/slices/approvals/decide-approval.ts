import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { decide, findApproval, findByLink, type LinkedApproval } from './approvals.store.ts'
import type { ApprovalDeps } from './ports.ts'
import { publishApproval } from './publish-approval.ts'

export type Decision = 'approve' | 'reject'

const statusOf = { approve: 'approved', reject: 'rejected' } as const

/** Decides and resumes the run in one transaction; undefined when another decision or the deadline came first. */
async function settle(
  db: Db,
  deps: ApprovalDeps,
  memberId: string,
  id: string,
  decision: Decision,
  by: string,
) {
  const approval = await decide(db, id, statusOf[decision], by)
  if (!approval) return undefined
  const resumed = await deps.ports.resume(db, approval.executionId)
  publishApproval(db, deps.live, memberId, approval)
  return { approval, resumed }
}

export async function decideApproval(
  db: Db,
  deps: ApprovalDeps,
  { memberId, email }: Caller,
  id: string,
  decision: Decision,
) {
  if (!(await findApproval(db, memberId, id))) throw fault('approval.not_found')
  const settled = await settle(db, deps, memberId, id, decision, email)
  if (!settled) throw fault('approval.already_decided')
  return settled
}

const isDecision = (text: string): text is Decision => text === 'approve' || text === 'reject'

/** The approval behind a link; 404 for an unknown token or decision. */
export async function openLink(
  db: Db,
  token: string,
  decision: string,
): Promise<LinkedApproval & { decision: Decision }> {
  const found = isDecision(decision) ? await findByLink(db, hashToken(token)) : undefined
  if (!found || !isDecision(decision)) throw fault('approval.not_found')
  return { ...found, decision }
}

/** Decides on behalf of whoever has the link. The first decision wins. */
export async function decideByLink(db: Db, deps: ApprovalDeps, token: string, decision: string) {
  const linked = await openLink(db, token, decision)
  const settled = await settle(db, deps, linked.memberId, linked.id, linked.decision, linked.approver)
  return settled ? { ...linked, ...settled.approval } : openLink(db, token, decision)
}
