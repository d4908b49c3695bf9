import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

type Open = { id: string; email: string; role: 'member' | 'admin' }

export const findInvitationByToken = (db: Db, tokenHash: Buffer) =>
  db.row<Open>(
    sql`select id, email, role from invitations where token_hash = ${tokenHash} and expires_at > now()`,
  )

/** Takes the invitation away: it can be accepted once. */
export const consumeInvitation = (db: Db, tokenHash: Buffer) =>
  db.row<Open>(sql`
    delete from invitations where token_hash = ${tokenHash} and expires_at > now() returning id, email, role`)
