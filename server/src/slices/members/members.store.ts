import type { Member, MemberSelf } from '@mailwright/contract/members'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type MemberSelfRow = Static<typeof MemberSelf>
export type MemberRow = Omit<Static<typeof Member>, 'mailboxCount' | 'publishedWorkflowCount'>
export type Role = MemberRow['role']
export type Status = MemberRow['status']
const self = sql`id, email, name, role, status`
const columns = sql`${self}, created_at as "createdAt"`

export const membersExist = async (db: Db) =>
  (await db.row<{ exist: boolean }>(sql`select exists (select from members) as exist`))?.exist === true

export const findMembers = (db: Db) =>
  db.rows<MemberRow>(sql`select ${columns} from members order by created_at desc, id desc`)

export const memberHasEmail = async (db: Db, email: string) =>
  (await db.row(sql`select from members where lower(email) = lower(${email})`)) !== undefined

export type NewMember = { id: string; email: string; name: string; role: Role; passwordHash: string }
export const insertMember = (db: Db, member: NewMember) =>
  db.row<MemberSelfRow>(sql`
    insert into members (id, email, name, role, password_hash)
    values (${member.id}, ${member.email}, ${member.name}, ${member.role}, ${member.passwordHash})
    returning ${self}`)

/** Locked until the transaction ends, so that two requests cannot remove the last two administrators. */
export const lockAdministrators = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtext('mailwright.administrators'))`)

/** The member, locked for a change, and whether another active administrator remains. */
export const findForChange = (db: Db, id: string) =>
  db.row<MemberRow & { othersRemain: boolean }>(sql`
    select ${columns}, exists (
      select from members other where other.role = 'admin' and other.status = 'active' and other.id <> m.id
    ) as "othersRemain"
    from members m where id = ${id} for no key update`)

export const setRole = (db: Db, id: string, role: Role) =>
  db.row<MemberRow>(sql`update members set role = ${role} where id = ${id} returning ${columns}`)

export const setStatus = (db: Db, id: string, status: Status) =>
  db.row<MemberRow>(sql`update members set status = ${status} where id = ${id} returning ${columns}`)

/** Keeps the administrator from being suspended or demoted until the transaction ends; false for anybody else. */
export const lockAdministrator = async (db: Db, id: string) =>
  (await db.row(sql`
    select from members where id = ${id} and status = 'active' and role = 'admin' for share`)) !== undefined

/** Keeps the member from being suspended until the transaction ends; false unless the member is active. */
export const lockActiveMember = async (db: Db, id: string) =>
  (await db.row(sql`select from members where id = ${id} and status = 'active' for share`)) !== undefined
