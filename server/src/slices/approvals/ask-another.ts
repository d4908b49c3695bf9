import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { type AskableApproval, insertLinks, type LinkPurpose } from './approval-links.store.ts'
import { type MailerDeps, mailApprover } from './mail-approver.ts'

const nodeType = 'human.approval'

type Another = { address: string; substitute: boolean; purpose: LinkPurpose }

/** Gives somebody a link of their own to a pending approval, and writes to them. */
export async function askAnother(db: Db, deps: MailerDeps, approval: AskableApproval, another: Another) {
  const { id, ownerId, executionId, workflowId, workflowName, nodeId, stepKey } = approval
  const { address, substitute, purpose } = another
  const linkId = newId()
  await insertLinks(db, [{ id: linkId, approvalId: id, approver: address, substitute, purpose }])
  await mailApprover(db, deps, {
    approvalId: id,
    linkId,
    purpose,
    to: address,
    memberId: ownerId,
    mailboxId: approval.mailboxId,
    locale: approval.locale ?? 'en',
    about: approval,
    step: { executionId, workflowId, workflowName, nodeId, nodeType },
    key: stepKey,
  })
}
