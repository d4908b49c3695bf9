import type { Approval } from '@mailwright/contract/approvals'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'

export type ApprovalRow = Static<typeof Approval>

const columns = sql`
  a.id, a.status, a.title, a.details, a.execution_id as "executionId", a.workflow_id as "workflowId",
  a.workflow_name as "workflowName", a.node_id as "nodeId", a.trigger, a.expires_at as "expiresAt",
  a.decided_by as "decidedBy", a.decided_at as "decidedAt", a.created_at as "createdAt"`

export type NewApproval = {
  id: string
  memberId: string
  executionId: string
  workflowId: string
  workflowName: string
  nodeId: string
  stepKey: string
  title: string
  details: string | null
  messageId: string | null
  trigger: ApprovalRow['trigger']
  expiresAt: string
}
/** Returns nothing when the step already has an approval. */
export const insertApproval = (db: Db, a: NewApproval) =>
  db.row<{ id: string }>(sql`
    insert into approvals (id, member_id, execution_id, workflow_id, workflow_name, node_id, step_key, title,
      details, message_id, trigger, expires_at)
    values (${a.id}, ${a.memberId}, ${a.executionId}, ${a.workflowId}, ${a.workflowName}, ${a.nodeId},
      ${a.stepKey}, ${a.title}, ${a.details}, ${a.messageId}, nullif(${JSON.stringify(a.trigger)}::jsonb, 'null'),
      ${a.expiresAt})
    on conflict on constraint approvals_step_key do nothing returning id`)

export const findByStep = (db: Db, stepKey: string) =>
  db.row<{ id: string }>(sql`select id from approvals where step_key = ${stepKey}`)

export const insertLink = (db: Db, tokenHash: Buffer, approvalId: string, approver: string) =>
  db.run(sql`
    insert into approval_links (token_hash, approval_id, approver) values (${tokenHash}, ${approvalId}, ${approver})`)

type Filters = { status?: ApprovalRow['status']; messageId?: string }
export const findApprovals = (
  db: Db,
  memberId: string,
  { status, messageId }: Filters,
  after: After | undefined,
  limit: number,
) =>
  db.rows<ApprovalRow>(sql`
    select ${columns} from approvals a
    where ${all([
      sql`a.member_id = ${memberId}`,
      ...(status === undefined ? [] : [sql`a.status = ${status}`]),
      ...(messageId === undefined ? [] : [sql`a.message_id = ${messageId}`]),
      ...(after ? [sql`(a.created_at, a.id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by a.created_at desc, a.id desc limit ${limit}`)

export const findApproval = (db: Db, memberId: string, id: string) =>
  db.row<ApprovalRow>(sql`
    select ${columns} from approvals a where a.id = ${id} and a.member_id = ${memberId}`)

export type LinkedApproval = ApprovalRow & { memberId: string; approver: string }
export const findByLink = (db: Db, tokenHash: Buffer) =>
  db.row<LinkedApproval>(sql`
    select ${columns}, a.member_id as "memberId", l.approver
    from approval_links l join approvals a on a.id = l.approval_id where l.token_hash = ${tokenHash}`)

/** Only one of several concurrent decisions succeeds. */
export const decide = (db: Db, id: string, status: 'approved' | 'rejected', by: string) =>
  db.row<ApprovalRow>(sql`
    update approvals a set status = ${status}, decided_by = ${by}, decided_at = now()
    where a.id = ${id} and a.status = 'pending' and a.expires_at > now() returning ${columns}`)

export const expireDue = (db: Db, limit: number) =>
  db.rows<{ id: string; memberId: string; executionId: string }>(sql`
    update approvals a set status = 'expired'
    where a.id in (select id from approvals where status = 'pending' and expires_at <= now()
      order by expires_at limit ${limit} for update skip locked)
    returning a.id, a.member_id as "memberId", a.execution_id as "executionId"`)

export const expireOne = (db: Db, id: string) =>
  db.row<{ memberId: string; executionId: string }>(sql`
    update approvals set status = 'expired' where id = ${id} and status = 'pending' and expires_at <= now()
    returning member_id as "memberId", execution_id as "executionId"`)

/** For runs that ended while waiting for a decision. */
export const expireOfExecutions = (db: Db, executionIds: string[]) =>
  db.rows<{ id: string; memberId: string }>(sql`
    update approvals set status = 'expired'
    where execution_id = any (${executionIds}::uuid[]) and status = 'pending'
    returning id, member_id as "memberId"`)
