import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import {
  deleteLink,
  findSubstitute,
  insertLinks,
  isAsked,
  type KnownApprover,
  lockStrandedLinks,
  type StrandedLink,
} from './approval-links.store.ts'
import { announce } from './ask-approval.ts'
import { type MailerDeps, mailApprover } from './mail-approver.ts'

const maxLinks = 1_000
const nodeType = 'human.approval'

async function askInstead(db: Db, deps: MailerDeps, link: StrandedLink, administrator: KnownApprover) {
  const { id, ownerId, executionId, workflowId, workflowName, nodeId, stepKey, trigger } = link
  if (await isAsked(db, id, administrator.email)) return
  const linkId = newId()
  await insertLinks(db, [{ id: linkId, approvalId: id, approver: administrator.email, substitute: true }])
  await mailApprover(db, deps, {
    approvalId: id,
    linkId,
    to: administrator.email,
    memberId: ownerId,
    mailboxId: null,
    locale: link.locale ?? 'en',
    about: link,
    step: { executionId, workflowId, workflowName, nodeId, nodeType },
    key: stepKey,
  })
  const subject = trigger?.subject ?? null
  await announce(db, deps, administrator.id, { id, executionId, workflowName, subject })
}

/** Passes approvals that wait for a member who can no longer decide them on to an administrator; returns how many. */
export async function reassignApprovals(db: Db, deps: MailerDeps): Promise<number> {
  const stranded = await lockStrandedLinks(db, maxLinks)
  const administrator = stranded.length > 0 ? await findSubstitute(db) : undefined
  if (!administrator) return 0
  for (const link of stranded) {
    await deleteLink(db, link.linkId)
    await askInstead(db, deps, link, administrator)
  }
  return stranded.length
}
