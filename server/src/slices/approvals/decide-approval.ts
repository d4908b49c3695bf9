import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { findApproverIds, findByLink, type LinkedApproval } from './approval-links.store.ts'
import { decide, findDecidable } from './approvals.store.ts'
import type { ApprovalDeps } from './ports.ts'
import { publishApproval } from './publish-approval.ts'

export type Decision = 'approve' | 'reject'

const statusOf = { approve: 'approved', reject: 'rejected' } as const

type Ruling = { ownerId: string; id: string; decision: Decision; by: { address: string; byLink: boolean } }

/** Decides and resumes the run in one transaction; undefined when another decision or the deadline came first. */
async function settle(db: Db, deps: ApprovalDeps, { ownerId, id, decision, by }: Ruling) {
  const approval = await decide(db, id, statusOf[decision], by)
  if (!approval) return undefined
  const resumed = await deps.ports.resume(db, approval.executionId)
  for (const memberId of new Set([ownerId, ...(await findApproverIds(db, id))]))
    publishApproval(db, deps.live, memberId, approval)
  return { approval, resumed }
}

export async function decideApproval(
  db: Db,
  deps: ApprovalDeps,
  caller: Caller,
  id: string,
  decision: Decision,
) {
  const found = await findDecidable(db, caller, id)
  if (!found) throw fault('approval.not_found')
  const by = { address: caller.email, byLink: false }
  const settled = await settle(db, deps, { ...found, id, decision, by })
  if (!settled) throw fault('approval.already_decided')
  return settled
}

const isDecision = (text: string): text is Decision => text === 'approve' || text === 'reject'

/** What the visitor of a link may do. A link alone never decides in a member's name. */
type LinkAccess = 'decide' | 'sign-in' | 'other-member' | 'suspended'

function accessOf({ approverId, approverStatus }: LinkedApproval, caller: Caller | undefined): LinkAccess {
  if (approverId === null) return 'decide'
  if (approverStatus === 'suspended') return 'suspended'
  if (!caller) return 'sign-in'
  return caller.memberId === approverId ? 'decide' : 'other-member'
}

export type OpenedLink = { approval: LinkedApproval; decision: Decision; access: LinkAccess }

/** The approval behind a link; 404 for an unknown token or decision. */
export async function openLink(
  db: Db,
  caller: Caller | undefined,
  token: string,
  decision: string,
): Promise<OpenedLink> {
  const approval = isDecision(decision) ? await findByLink(db, hashToken(token)) : undefined
  if (!approval || !isDecision(decision)) throw fault('approval.not_found')
  return { approval, decision, access: accessOf(approval, caller) }
}

/** Decides as the signed-in member, or as whoever has the link. The first decision wins. */
export async function decideByLink(
  db: Db,
  deps: ApprovalDeps,
  caller: Caller | undefined,
  token: string,
  decision: string,
): Promise<OpenedLink> {
  const opened = await openLink(db, caller, token, decision)
  if (opened.access !== 'decide') return opened
  const { id, ownerId, approver, approverId } = opened.approval
  const by = { address: approver, byLink: approverId === null }
  await settle(db, deps, { ownerId, id, decision: opened.decision, by })
  return openLink(db, caller, token, decision)
}
