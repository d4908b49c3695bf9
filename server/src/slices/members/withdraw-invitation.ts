import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { deleteInvitation } from './invitations.store.ts'

export async function withdrawInvitation(db: Db, call: { caller: Caller; ip: string }, id: string) {
  const withdrawn = await deleteInvitation(db, id)
  if (!withdrawn) throw fault('governance.invitation_not_found')
  const { email, role } = withdrawn
  await recordEntry(db, {
    ...actorOf(call),
    action: 'invitation.withdrawn',
    targetKind: 'invitation',
    targetId: withdrawn.id,
    details: { email, role },
  })
}
