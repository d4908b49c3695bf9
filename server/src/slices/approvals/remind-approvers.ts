import type { Database, Db } from '../../platform/db/database.ts'
import { notify } from '../notifications/index.ts'
import type { AskableApproval } from './approval-links.store.ts'
import { askAnother } from './ask-another.ts'
import { findAsked, takeDueReminders } from './follow-up.store.ts'
import type { MailerDeps } from './mail-approver.ts'

const batch = 50

/** With a new link: the one in the first mail stays valid. */
async function remind(db: Db, deps: MailerDeps, approval: AskableApproval) {
  const { id, workflowName, trigger, expiresAt } = approval
  for (const { address, memberId, substitute } of await findAsked(db, id)) {
    await askAnother(db, deps, approval, { address, substitute, purpose: 'remind' })
    if (memberId === null) continue
    await notify(db, deps.live, {
      memberId,
      kind: 'approval.reminder',
      severity: 'warning',
      params: { approvalId: id, workflowName, subject: trigger?.subject ?? null, expiresAt },
      link: `/approvals/${id}`,
      dedupeKey: `approval-reminder ${id}`,
    })
  }
}

/** Reminds, once for each approval, those who have been asked. */
export async function remindApprovers(db: Database, deps: MailerDeps) {
  for (let taken = batch; taken >= batch; )
    taken = await db.transaction(async (tx) => {
      const due = await takeDueReminders(tx, batch)
      for (const approval of due) await remind(tx, deps, approval)
      return due.length
    })
}
