import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { notify } from '../notifications/index.ts'
import { findByLink, type LinkedApproval } from './approval-links.store.ts'
import { type ApprovalRow, decide, findDecidable } from './approvals.store.ts'
import { endApprovals } from './end-approvals.ts'
import type { ApprovalDeps } from './ports.ts'

export type Decision = 'approve' | 'reject'

const statusOf = { approve: 'approved', reject: 'rejected' } as const

type Ruling = {
  ownerId: string
  /** The member who decides; null for an approver from outside. */
  deciderId: string | null
  id: string
  decision: Decision
  by: { address: string; byLink: boolean }
}

const tellOwner = (db: Db, { live }: ApprovalDeps, ownerId: string, approval: ApprovalRow) =>
  notify(db, live, {
    memberId: ownerId,
    kind: 'approval.decided',
    severity: 'info',
    params: {
      approvalId: approval.id,
      workflowName: approval.workflowName,
      subject: approval.trigger?.subject ?? null,
      decision: approval.status === 'approved' ? 'approved' : 'rejected',
      decidedBy: approval.decidedBy ?? '',
    },
    link: `/approvals/${approval.id}`,
    dedupeKey: `approval-decided ${approval.id}`,
  })

/** Decides and resumes the run in one transaction; undefined when another decision or the deadline came first. */
async function settle(db: Db, deps: ApprovalDeps, { ownerId, deciderId, id, decision, by }: Ruling) {
  const approval = await decide(db, id, statusOf[decision], by)
  if (!approval) return undefined
  const resumed = await deps.ports.resume(db, approval.executionId)
  await endApprovals(db, deps, [approval])
  if (deciderId !== ownerId) await tellOwner(db, deps, ownerId, approval)
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
  const settled = await settle(db, deps, { ...found, deciderId: caller.memberId, id, decision, by })
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
  await settle(db, deps, { ownerId, deciderId: approverId, id, decision: opened.decision, by })
  return openLink(db, caller, token, decision)
}
