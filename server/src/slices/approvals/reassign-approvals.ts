import type { Db } from '../../platform/db/database.ts'
import {
  deleteLink,
  findSubstitute,
  isAsked,
  type KnownApprover,
  lockStrandedLinks,
  type StrandedLink,
} from './approval-links.store.ts'
import { askAnother } from './ask-another.ts'
import { announce } from './ask-approval.ts'
import type { MailerDeps } from './mail-approver.ts'
import { publishApproval } from './publish-approval.ts'

const maxLinks = 1_000

async function askInstead(db: Db, deps: MailerDeps, link: StrandedLink, administrator: KnownApprover) {
  const { id, executionId, workflowName, trigger } = link
  if (await isAsked(db, id, administrator.email)) return
  await askAnother(db, deps, link, { address: administrator.email, substitute: true, purpose: 'ask' })
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
    // It waits for this member no longer.
    publishApproval(db, deps.live, link.approverId, link)
    await askInstead(db, deps, link, administrator)
  }
  return stranded.length
}
