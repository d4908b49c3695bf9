import type { Db } from '../../platform/db/database.ts'
import { all, type Sql, sql } from '../../platform/db/sql.ts'
import type { ApprovalRow, Viewer } from './approvals.store.ts'

const isPending = sql`a.status = 'pending' and a.expires_at > now()`
const isAskedOf = ({ email }: Viewer) =>
  sql`a.id in (select l.approval_id from approval_links l where l.approver = ${email.toLowerCase()} and l.open)`

export type WaitingApproval = Pick<
  ApprovalRow,
  'id' | 'title' | 'workflowId' | 'workflowName' | 'executionId' | 'trigger'
> & { text: string; ownerId: string; ownerName: string; waitingSince: string; deadline: string }

export type WaitingPage = {
  order: 'urgent' | 'newest'
  after: readonly [deadline: string, waitingSince: string, id: string] | undefined
  limit: number
}

/** Approvals that the member may decide: of their own runs, and those that they are asked for. */
export function findWaitingApprovals(db: Db, viewer: Viewer, { order, after, limit }: WaitingPage) {
  const position = after && {
    urgent: sql`(a.expires_at, a.created_at, a.id)
      > (${after[0]}::timestamptz, ${after[1]}::timestamptz, ${after[2]}::uuid)`,
    newest: sql`(a.created_at, a.id) < (${after[1]}::timestamptz, ${after[2]}::uuid)`,
  }
  const sorted =
    order === 'urgent' ? sql`a.expires_at, a.created_at, a.id` : sql`a.created_at desc, a.id desc`
  const first = (access: Sql) => sql`(
    select a.id from approvals a where ${all([access, isPending, ...(position ? [position[order]] : [])])}
    order by ${sorted} limit ${limit})`
  return db.rows<WaitingApproval>(sql`
    select a.id, a.title, left(coalesce(a.details, ''), 2000) as text, a.workflow_id as "workflowId",
      a.workflow_name as "workflowName", a.execution_id as "executionId", a.trigger, a.member_id as "ownerId",
      owner.name as "ownerName", a.created_at as "waitingSince", a.expires_at as deadline
    from approvals a join member_identities owner on owner.id = a.member_id
    where a.id in (${first(sql`a.member_id = ${viewer.memberId}`)} union ${first(isAskedOf(viewer))})
    order by ${sorted} limit ${limit}`)
}

export const countWaitingApprovals = (db: Db, viewer: Viewer) =>
  db.row<{ waiting: number; dueSoon: number }>(sql`
    select count(*) as waiting, count(*) filter (where a.expires_at <= now() + interval '24 hours') as "dueSoon"
    from approvals a
    where ${isPending} and a.id in (
      select own.id from approvals own where own.member_id = ${viewer.memberId} and own.status = 'pending'
      union
      select l.approval_id from approval_links l where l.approver = ${viewer.email.toLowerCase()} and l.open)`)
