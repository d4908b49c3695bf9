import type { Approval } from '@mailwright/contract/approvals'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { all, type Sql, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'

export type ApprovalRow = Static<typeof Approval>

// An approval expires at its deadline, whether or not the sweep has passed.
export const approvalColumns = sql`
  a.id, case when a.status = 'pending' and a.expires_at <= now() then 'expired' else a.status end as status, a.title,
  a.details, a.execution_id as "executionId", a.workflow_id as "workflowId", a.workflow_name as "workflowName",
  a.node_id as "nodeId", a.trigger, a.expires_at as "expiresAt",
  case when a.decided_by_link then 'a link sent to ' || a.decided_by else a.decided_by end as "decidedBy",
  a.decided_at as "decidedAt", a.created_at as "createdAt"`

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
  mailboxId: string | null
  remindAt: string | null
  escalation: { at: string; to: string } | null
}
/** Returns nothing when the step already has an approval. */
export const insertApproval = (db: Db, a: NewApproval) =>
  db.row<{ id: string }>(sql`
    insert into approvals (id, member_id, execution_id, workflow_id, workflow_name, node_id, step_key, title,
      details, message_id, trigger, expires_at, mailbox_id, remind_at, escalate_at, escalate_to)
    values (${a.id}, ${a.memberId}, ${a.executionId}, ${a.workflowId}, ${a.workflowName}, ${a.nodeId},
      ${a.stepKey}, ${a.title}, ${a.details}, ${a.messageId}, nullif(${JSON.stringify(a.trigger)}::jsonb, 'null'),
      ${a.expiresAt}, ${a.mailboxId}, ${a.remindAt}, ${a.escalation?.at}, ${a.escalation?.to})
    on conflict on constraint approvals_step_key do nothing returning id`)

export const findByStep = (db: Db, stepKey: string) =>
  db.row<{ id: string }>(sql`select id from approvals where step_key = ${stepKey}`)

type Filters = { status?: ApprovalRow['status']; messageId?: string }

function hasStatus(status: ApprovalRow['status']) {
  if (status === 'pending') return sql`a.status = 'pending' and a.expires_at > now()`
  if (status === 'expired')
    return sql`a.status in ('expired', 'pending') and (a.status = 'expired' or a.expires_at <= now())`
  return sql`a.status = ${status}`
}

export type Viewer = { memberId: string; email: string }
const asApprover = ({ email }: Viewer) =>
  sql`a.id in (select approval_id from approval_links where approver = ${email.toLowerCase()})`

/** The approvals of the member's own runs, and those that the member is asked to decide. */
export const findApprovals = (
  db: Db,
  viewer: Viewer,
  { status, messageId }: Filters,
  after: After | undefined,
  limit: number,
) => {
  const conditions = [
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(messageId === undefined ? [] : [sql`a.message_id = ${messageId}`]),
    ...(after ? [sql`(a.created_at, a.id) < (${after[0]}, ${after[1]})`] : []),
  ]
  const newest = (access: Sql) => sql`(
    select a.id from approvals a where ${all([access, ...conditions])}
    order by a.created_at desc, a.id desc limit ${limit})`
  return db.rows<ApprovalRow>(sql`
    select ${approvalColumns} from approvals a
    where a.id in (${newest(sql`a.member_id = ${viewer.memberId}`)} union ${newest(asApprover(viewer))})
    order by a.created_at desc, a.id desc limit ${limit}`)
}

/** An approval of the member's own runs. */
export const findApproval = (db: Db, memberId: string, id: string) =>
  db.row<ApprovalRow>(sql`
    select ${approvalColumns} from approvals a where a.id = ${id} and a.member_id = ${memberId}`)

/** An approval that the member may decide, with the owner of its run. */
export const findDecidable = (db: Db, viewer: Viewer, id: string) =>
  db.row<{ ownerId: string }>(sql`
    select a.member_id as "ownerId" from approvals a
    where a.id = ${id} and (a.member_id = ${viewer.memberId} or ${asApprover(viewer)})`)

type Decider = { address: string; byLink: boolean }
/** Only one of several concurrent decisions succeeds. */
export const decide = (db: Db, id: string, status: 'approved' | 'rejected', by: Decider) =>
  db.row<ApprovalRow>(sql`
    update approvals a
    set status = ${status}, decided_by = ${by.address}, decided_by_link = ${by.byLink}, decided_at = now()
    where a.id = ${id} and a.status = 'pending' and a.expires_at > now() returning ${approvalColumns}`)

export type ExpiredApproval = {
  id: string
  memberId: string
  executionId: string
  workflowName: string
  subject: string | null
}
const expiredColumns = sql`
  a.id, a.member_id as "memberId", a.execution_id as "executionId", a.workflow_name as "workflowName",
  a.trigger ->> 'subject' as subject`

export const expireDue = (db: Db, limit: number) =>
  db.rows<ExpiredApproval>(sql`
    update approvals a set status = 'expired'
    where a.id in (select id from approvals where status = 'pending' and expires_at <= now()
      order by expires_at limit ${limit} for update skip locked)
    returning ${expiredColumns}`)

export const expireOne = (db: Db, id: string) =>
  db.rows<ExpiredApproval>(sql`
    update approvals a set status = 'expired' where a.id = ${id} and a.status = 'pending' and a.expires_at <= now()
    returning ${expiredColumns}`)

/** For runs that ended while waiting for a decision. */
export const expireOfExecutions = (db: Db, executionIds: string[]) =>
  db.rows<ExpiredApproval>(sql`
    update approvals a set status = 'expired'
    where a.execution_id = any (${executionIds}::uuid[]) and a.status = 'pending'
    returning ${expiredColumns}`)

/** Deletes what was decided or expired long ago, with its links. A step that still runs must not ask again. */
export const purgeApprovals = (db: Db, days: number, batch: number) =>
  db.run(sql`
    delete from approvals where id in (
      select a.id from approvals a
      where a.status <> 'pending' and coalesce(a.decided_at, a.expires_at) < now() - make_interval(days => ${days}::int)
        and not exists (select from execution_outcomes e where e.id = a.execution_id and e.finished_at is null)
      limit ${batch})`)
