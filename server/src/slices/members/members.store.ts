import type { MemberSelf } from '@mailwright/contract/members'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type MemberSelfRow = Static<typeof MemberSelf>
type Credentials = MemberSelfRow & { passwordHash: string | null }
const self = sql`id, email, name, role, status`

export const membersExist = async (db: Db) =>
  (await db.row<{ exist: boolean }>(sql`select exists (select from members) as exist`))?.exist === true

export const findPasswordByEmail = (db: Db, email: string) =>
  db.row<Credentials>(
    sql`select ${self}, password_hash as "passwordHash" from members where lower(email) = lower(${email})`,
  )

export const findPasswordById = (db: Db, id: string) =>
  db.row<Credentials>(sql`select ${self}, password_hash as "passwordHash" from members where id = ${id}`)

export type NewMember = {
  id: string
  email: string
  name: string
  role: 'member' | 'admin'
  passwordHash: string
}
export const insertMember = (db: Db, member: NewMember) =>
  db.row<MemberSelfRow>(sql`
    insert into members (id, email, name, role, password_hash)
    values (${member.id}, ${member.email}, ${member.name}, ${member.role}, ${member.passwordHash})
    returning ${self}`)

export const setPassword = (db: Db, id: string, passwordHash: string) =>
  db.run(sql`update members set password_hash = ${passwordHash} where id = ${id}`)
