import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { deleteInvitation, deleteInvitationsBy } from './invitations.store.ts'
import type { Role } from './members.store.ts'

type Call = { caller: Caller; ip: string }
type Withdrawn = { id: string; email: string; role: Role }

const record = (db: Db, call: Call, { id, ...details }: Withdrawn & { reason?: string }) =>
  recordEntry(db, {
    ...actorOf(call),
    action: 'invitation.withdrawn',
    targetKind: 'invitation',
    targetId: id,
    details,
  })

export async function withdrawInvitation(db: Db, call: Call, id: string) {
  const withdrawn = await deleteInvitation(db, id)
  if (!withdrawn) throw fault('governance.invitation_not_found')
  await record(db, call, withdrawn)
}

/** Withdraws the invitations of a member who is no longer an administrator; returns how many. */
export async function withdrawInvitationsBy(db: Db, call: Call, memberId: string, reason: string) {
  const withdrawn = await deleteInvitationsBy(db, memberId)
  for (const invitation of withdrawn) await record(db, call, { ...invitation, reason })
  return withdrawn.length
}
