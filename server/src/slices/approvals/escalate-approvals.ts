import type { Database, Db } from '../../platform/db/database.ts'
import { notify } from '../notifications/index.ts'
import {
  type AskableApproval,
  findMembersByAddress,
  findSubstitute,
  isAsked,
} from './approval-links.store.ts'
import { askAnother } from './ask-another.ts'
import { takeDueEscalations } from './follow-up.store.ts'
import type { MailerDeps } from './mail-approver.ts'
import { publishApproval } from './publish-approval.ts'

const batch = 50

/** The member with this address, or an administrator when there is none who is active. */
async function findEscalated(db: Db, address: string) {
  const [member] = await findMembersByAddress(db, [address.toLowerCase()])
  if (member?.status === 'active') return { ...member, substitute: false }
  const administrator = await findSubstitute(db)
  return administrator && { ...administrator, substitute: true }
}

async function escalate(db: Db, deps: MailerDeps, approval: AskableApproval & { escalateTo: string }) {
  const { id, executionId, workflowName, trigger, expiresAt, escalateTo } = approval
  const another = await findEscalated(db, escalateTo)
  if (!another || (await isAsked(db, id, another.email))) return
  const { email: address, substitute } = another
  await askAnother(db, deps, approval, { address, substitute, purpose: 'escalate' })
  await notify(db, deps.live, {
    memberId: another.id,
    kind: 'approval.escalated',
    severity: 'warning',
    params: { approvalId: id, workflowName, subject: trigger?.subject ?? null, expiresAt },
    link: `/approvals/${id}`,
    dedupeKey: `approval-escalated ${id}`,
  })
  publishApproval(db, deps.live, another.id, { id, status: 'pending', executionId })
}

/** Asks, once for each approval, another member in addition to those who have not decided. */
export async function escalateApprovals(db: Database, deps: MailerDeps) {
  for (let taken = batch; taken >= batch; )
    taken = await db.transaction(async (tx) => {
      const due = await takeDueEscalations(tx, batch)
      for (const approval of due) await escalate(tx, deps, approval)
      return due.length
    })
}
