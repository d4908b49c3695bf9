import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { type AskableApproval, askableColumns } from './approval-links.store.ts'

// Each of these takes its approvals in the transaction that acts on them: a crash leaves them due, and of two processes
// one gets them. They lock the approval, so a decision comes before or after, never in between.

/** Takes the approvals whose approvers are to be reminded. */
export const takeDueReminders = (db: Db, limit: number) =>
  db.rows<AskableApproval>(sql`
    update approvals a set remind_at = null
    from member_identities owner
    where owner.id = a.member_id and a.id in (
      select id from approvals
      where status = 'pending' and remind_at <= now() and expires_at > now()
      order by remind_at limit ${limit} for update skip locked)
    returning ${askableColumns}`)

/** Takes the approvals that another member is to decide as well. */
export const takeDueEscalations = (db: Db, limit: number) =>
  db.rows<AskableApproval & { escalateTo: string }>(sql`
    update approvals a set escalate_at = null
    from member_identities owner
    where owner.id = a.member_id and a.id in (
      select id from approvals
      where status = 'pending' and escalate_at <= now() and expires_at > now()
      order by escalate_at limit ${limit} for update skip locked)
    returning ${askableColumns}, a.escalate_to as "escalateTo"`)

export type AskedApprover = { address: string; memberId: string | null; substitute: boolean }
/** Everyone who is asked, once; without members who may not decide at the moment. */
export const findAsked = (db: Db, approvalId: string) =>
  db.rows<AskedApprover>(sql`
    select l.approver as address, m.id as "memberId", bool_and(l.substitute) as substitute
    from approval_links l left join member_identities m on lower(m.email) = l.approver
    where l.approval_id = ${approvalId} and m.status is distinct from 'suspended'
    group by 1, 2 order by 1`)
