import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { notify } from '../notifications/index.ts'
import type { Mailer } from './approval-mailer.ts'
import { type ApprovalRow, findByStep, insertApproval, insertLink } from './approvals.store.ts'
import { composeMail } from './compose-mail.ts'
import type { ApprovalDeps, Question } from './ports.ts'
import { publishApproval } from './publish-approval.ts'

export type AskDeps = ApprovalDeps & { mailer: Mailer }

/** Sends each approver a mail with a personal link. */
async function mailApprovers(
  db: Db,
  deps: AskDeps,
  question: Question,
  approval: Pick<ApprovalRow, 'id' | 'title' | 'details' | 'trigger' | 'expiresAt' | 'workflowName'>,
) {
  const { memberId, step } = question
  const member = await deps.ports.findMember(db, memberId)
  const mailboxId = await deps.ports.findMailbox(db, memberId, question.mailboxId)
  if (!member || !mailboxId) return
  const approvers = question.approvers.length > 0 ? question.approvers : [member.email]
  for (const to of new Set(approvers.map((one) => one.toLowerCase()))) {
    const token = newToken()
    await insertLink(db, hashToken(token), approval.id, to)
    const base = `${deps.origin.url}/api/v1/approvals/t/${token}`
    const { brandName, oneClick } = deps
    const mail = composeMail(approval, { base, locale: member.locale, brandName, oneClick })
    const clientToken = `${question.key}:ask:${to}`
    await deps.mailer.send(db, {
      approvalId: approval.id,
      mail: { memberId, mailboxId, to, ...mail, step, clientToken },
    })
  }
}

/** Runs in the transaction that pauses the run, so no decision can arrive before the run waits. */
export async function askApproval(db: Db, deps: AskDeps, question: Question): Promise<{ id: string }> {
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
  })
  if (!made) {
    const known = await findByStep(db, question.key)
    if (!known) throw new Error('the approval was neither inserted nor found')
    return known
  }
  await mailApprovers(db, deps, question, approval)
  await notify(db, deps.live, {
    memberId,
    kind: 'approval.pending',
    severity: 'info',
    params: { approvalId: id, workflowName: step.workflowName, subject: trigger?.subject ?? null },
    link: `/approvals/${id}`,
    dedupeKey: `approval ${id}`,
  })
  publishApproval(db, deps.live, memberId, { id, status: 'pending', executionId: step.executionId })
  return { id }
}
