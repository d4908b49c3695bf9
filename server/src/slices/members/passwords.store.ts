import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { MemberSelfRow } from './members.store.ts'

type Credentials = MemberSelfRow & { passwordHash: string | null }
const columns = sql`id, email, name, role, status, password_hash as "passwordHash"`

export const findPasswordByEmail = (db: Db, email: string) =>
  db.row<Credentials>(sql`select ${columns} from members where lower(email) = lower(${email})`)

export const findPasswordById = (db: Db, id: string) =>
  db.row<Credentials>(sql`select ${columns} from members where id = ${id}`)

/**
 * Whether the password that was verified outside the transaction is still valid for an active member. Locks the
 * member, so that a deactivation or password change happens either before this sign-in or after it, when it ends
 * the new session.
 */
export const lockValidPassword = async (db: Db, id: string, checkedHash: string) =>
  (await db.row(sql`
    select from members where id = ${id} and password_hash = ${checkedHash} and status = 'active'
    for no key update`)) !== undefined

/** Returns false when the password was changed after it was verified. */
export const replacePassword = async (db: Db, id: string, checkedHash: string, newHash: string) =>
  (await db.run(
    sql`update members set password_hash = ${newHash} where id = ${id} and password_hash = ${checkedHash}`,
  )) > 0
