import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { notify } from '../notifications/index.ts'
import { insertLinks } from './approval-links.store.ts'
import { type ApprovalRow, findByStep, insertApproval } from './approvals.store.ts'
import { type MailerDeps, mailApprover } from './mail-approver.ts'
import type { Question } from './ports.ts'
import { publishApproval } from './publish-approval.ts'
import { resolveApprovers } from './resolve-approvers.ts'

type Asked = Pick<ApprovalRow, 'id' | 'title' | 'details' | 'trigger' | 'expiresAt' | 'workflowName'>

/** Records who may decide and writes to each of them. Returns those who are members. */
async function askApprovers(db: Db, deps: MailerDeps, question: Question, approval: Asked) {
  const { memberId, step, key, mailboxId } = question
  const member = await deps.ports.findMember(db, memberId)
  if (!member) return []
  const given = question.approvers.length > 0 ? question.approvers : [member.email]
  const approvers = (await resolveApprovers(db, given)).map((one) => ({ ...one, linkId: newId() }))
  const approvalId = approval.id
  await insertLinks(
    db,
    approvers.map(({ linkId: id, address: approver, substitute }) => ({
      id,
      approvalId,
      approver,
      substitute,
      purpose: 'ask' as const,
    })),
  )
  const request = {
    approvalId,
    purpose: 'ask' as const,
    memberId,
    mailboxId,
    locale: member.locale,
    about: approval,
    step,
    key,
  }
  for (const { linkId, address: to } of approvers) await mailApprover(db, deps, { ...request, linkId, to })
  return approvers.flatMap((one) => (one.memberId === null ? [] : [one.memberId]))
}

type Announcement = { id: string; executionId: string; workflowName: string; subject: string | null }

/** Shows the approval in the product to a member who may decide it. */
export async function announce(db: Db, deps: MailerDeps, memberId: string, about: Announcement) {
  const { id, executionId, workflowName, subject } = about
  await notify(db, deps.live, {
    memberId,
    kind: 'approval.pending',
    severity: 'info',
    params: { approvalId: id, workflowName, subject },
    link: `/approvals/${id}`,
    dedupeKey: `approval ${id}`,
  })
  publishApproval(db, deps.live, memberId, { id, status: 'pending', executionId })
}

/** Runs in the transaction that pauses the run, so no decision can arrive before the run waits. */
export async function askApproval(db: Db, deps: MailerDeps, question: Question): Promise<{ id: string }> {
  const { memberId, messageId, step, expiresAt } = question
  const trigger = messageId ? await deps.ports.findTrigger(db, memberId, messageId) : null
  const id = newId()
  const approval = {
    id,
    title: plainText(question.title, 300),
    details: question.details,
    trigger,
    expiresAt,
    workflowName: step.workflowName,
  }
  const made = await insertApproval(db, {
    ...approval,
    memberId,
    messageId,
    executionId: step.executionId,
    workflowId: step.workflowId,
    nodeId: step.nodeId,
    stepKey: question.key,
    mailboxId: question.mailboxId,
    remindAt: question.remindAt ?? null,
    escalation: question.escalation ?? null,
  })
  if (!made) {
    const known = await findByStep(db, question.key)
    if (!known) throw new Error('the approval was neither inserted nor found')
    return known
  }
  const approverIds = await askApprovers(db, deps, question, approval)
  const { executionId, workflowName } = step
  for (const one of new Set([memberId, ...approverIds]))
    await announce(db, deps, one, { id, executionId, workflowName, subject: trigger?.subject ?? null })
  return { id }
}
