import type { Invitation } from '@mailwright/contract/members'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Role } from './members.store.ts'

export type InvitationRow = Static<typeof Invitation>
type Open = { id: string; email: string; role: Role }

const columns = sql`
  id, email, role, expires_at as "expiresAt", created_at as "createdAt", invited_by as "invitedBy",
  expires_at <= now() as expired`

export const findInvitations = (db: Db) =>
  db.rows<InvitationRow>(sql`select ${columns} from invitations order by created_at desc, id desc`)

export const findInvitationByToken = (db: Db, tokenHash: Buffer) =>
  db.row<Open>(
    sql`select id, email, role from invitations where token_hash = ${tokenHash} and expires_at > now()`,
  )

/** Deletes the invitation, so that it can be accepted only once. */
export const consumeInvitation = (db: Db, tokenHash: Buffer) =>
  db.row<Open & { invitedBy: string | null }>(sql`
    delete from invitations where token_hash = ${tokenHash} and expires_at > now()
    returning id, email, role, invited_by as "invitedBy"`)

type NewInvitation = Open & { tokenHash: Buffer; invitedBy: string; days: number }
/** Returns no row while an invitation for the address is pending; an expired one is replaced. */
export const insertInvitation = (db: Db, i: NewInvitation) =>
  db.row<InvitationRow>(sql`
    insert into invitations (id, email, role, token_hash, invited_by, expires_at)
    values (${i.id}, ${i.email}, ${i.role}, ${i.tokenHash}, ${i.invitedBy},
            now() + make_interval(days => ${i.days}::int))
    on conflict (lower(email)) do update set
      id = excluded.id, email = excluded.email, role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
    where invitations.expires_at <= now()
    returning ${columns}`)

export const deleteInvitationsBy = (db: Db, memberId: string) =>
  db.rows<Open>(sql`delete from invitations where invited_by = ${memberId} returning id, email, role`)

export const deleteInvitation = (db: Db, id: string) =>
  db.row<Open>(sql`delete from invitations where id = ${id} returning id, email, role`)
