import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { type ApprovalRow, approvalColumns } from './approvals.store.ts'

/** Why its mail is written: to ask, to remind, or because the others have not decided. */
export type LinkPurpose = 'ask' | 'remind' | 'escalate'
export type NewLink = {
  id: string
  approvalId: string
  approver: string
  substitute: boolean
  purpose: LinkPurpose
}

export const insertLinks = (db: Db, links: NewLink[]) =>
  db.run(sql`
    insert into approval_links (id, approval_id, approver, substitute, purpose)
    select * from unnest(${links.map((one) => one.id)}::uuid[], ${links.map((one) => one.approvalId)}::uuid[],
      ${links.map((one) => one.approver)}::text[], ${links.map((one) => one.substitute)}::boolean[],
      ${links.map((one) => one.purpose)}::text[])`)

export type PersonalLink = ApprovalRow & {
  approver: string
  purpose: LinkPurpose
  /** The approver has to sign in. */
  isMember: boolean
  /** Of the member whose run asks. */
  locale: 'en' | 'fr' | null
}

/** Gives the link its token, in place of an earlier one that did not leave. */
export const setLinkToken = (db: Db, linkId: string, tokenHash: Buffer) =>
  db.row<PersonalLink>(sql`
    update approval_links l set token_hash = ${tokenHash}
    from approvals a left join member_identities m on m.id = a.member_id
    where l.id = ${linkId} and a.id = l.approval_id
    returning ${approvalColumns}, l.approver, l.purpose, m.settings ->> 'locale' as locale,
      exists (select from member_identities x where lower(x.email) = l.approver) as "isMember"`)

export type LinkedApproval = ApprovalRow & {
  ownerId: string
  approver: string
  /** The member with the approver's address; null for an approver from outside. */
  approverId: string | null
  approverStatus: 'active' | 'suspended' | null
  decidedByLink: boolean
  decidedByAddress: string | null
}
export const findByLink = (db: Db, tokenHash: Buffer) =>
  db.row<LinkedApproval>(sql`
    select ${approvalColumns}, a.member_id as "ownerId", l.approver, m.id as "approverId",
      m.status as "approverStatus", a.decided_by_link as "decidedByLink", a.decided_by as "decidedByAddress"
    from approval_links l join approvals a on a.id = l.approval_id
    left join member_identities m on lower(m.email) = l.approver
    where l.token_hash = ${tokenHash}`)

export type KnownApprover = { id: string; email: string; status: 'active' | 'suspended' }
/** The members with these addresses. */
export const findMembersByAddress = (db: Db, addresses: string[]) =>
  db.rows<KnownApprover>(sql`
    select id, lower(email) as email, status from member_identities where lower(email) = any (${addresses}::text[])`)

/** The administrator who decides for suspended members: the one who has been a member for longest. */
export const findSubstitute = (db: Db) =>
  db.row<KnownApprover>(sql`
    select id, lower(email) as email, status from member_identities
    where role = 'admin' and status = 'active' order by id limit 1`)

/** A pending approval with what is needed to write to another approver. */
export type AskableApproval = ApprovalRow & {
  ownerId: string
  stepKey: string
  mailboxId: string | null
  locale: 'en' | 'fr' | null
}
export const askableColumns = sql`
  ${approvalColumns}, a.member_id as "ownerId", a.step_key as "stepKey", a.mailbox_id as "mailboxId",
  owner.settings ->> 'locale' as locale`

export type StrandedLink = AskableApproval & { linkId: string; approverId: string }
/** Links of pending approvals whose member is suspended, or stood in as an administrator and is none any more. */
export const lockStrandedLinks = (db: Db, limit: number) =>
  db.rows<StrandedLink>(sql`
    select ${askableColumns}, l.id as "linkId", m.id as "approverId"
    from member_identities m
    join approval_links l on l.approver = lower(m.email) and l.open
    join approvals a on a.id = l.approval_id
    join member_identities owner on owner.id = a.member_id
    where a.status = 'pending' and a.expires_at > now()
      and (m.status = 'suspended' or (l.substitute and m.role <> 'admin'))
    order by a.id, l.id limit ${limit} for update of l skip locked`)

export const deleteLink = (db: Db, id: string) => db.run(sql`delete from approval_links where id = ${id}`)

export const isAsked = async (db: Db, approvalId: string, approver: string) =>
  (await db.row(sql`
    select from approval_links where approval_id = ${approvalId} and approver = ${approver}`)) !== undefined

/** The active members who are asked to decide, and the owners of the runs. */
export const findConcerned = (db: Db, approvalIds: string[]) =>
  db.rows<{ approvalId: string; memberId: string }>(sql`
    select l.approval_id as "approvalId", m.id as "memberId"
    from approval_links l join member_identities m on lower(m.email) = l.approver
    where l.approval_id = any (${approvalIds}::uuid[]) and m.status = 'active'
    union
    select id, member_id from approvals where id = any (${approvalIds}::uuid[])`)

export const findLinkIds = async (db: Db, approvalIds: string[]) =>
  (
    await db.rows<{ id: string }>(
      sql`select id from approval_links where approval_id = any (${approvalIds}::uuid[])`,
    )
  ).map(({ id }) => id)

/** A statement of its own, after the one that ends the approvals: it also sees links that were made meanwhile. */
export const closeLinks = (db: Db, approvalIds: string[]) =>
  db.run(
    sql`update approval_links set open = false where approval_id = any (${approvalIds}::uuid[]) and open`,
  )
