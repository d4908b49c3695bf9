import type { members } from '@mailwright/contract/members'
import type { Body } from '@mailwright/contract/route'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { newId } from '../../platform/ids/ids.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { insertInvitation } from './invitations.store.ts'
import { lockAdministrator, memberHasEmail } from './members.store.ts'
import { normaliseEmail } from './normalise-email.ts'

type Call = { caller: Caller; ip: string; body: Body<typeof members.invite> }
type Offer = { origin: Origin; days: number }

/** The reply is the only place that reveals the token: the administrator passes the link on. */
export async function inviteMember(db: Db, { origin, days }: Offer, call: Call) {
  // An invitation must not outlast the rights of who makes it.
  if (!(await lockAdministrator(db, call.caller.memberId))) throw fault('auth.forbidden')
  const email = normaliseEmail(call.body.email)
  const { role } = call.body
  const token = newToken()
  const invitedBy = call.caller.memberId
  const invitation = await insertInvitation(db, {
    id: newId(),
    email,
    role,
    invitedBy,
    days,
    tokenHash: hashToken(token),
  })
  if (!invitation) throw fault('governance.invitation_exists')
  // Check after the insert, which waits for a concurrent acceptance of the same address.
  if (await memberHasEmail(db, email)) throw fault('governance.member_exists')
  await recordEntry(db, {
    ...actorOf(call),
    action: 'invitation.created',
    targetKind: 'invitation',
    targetId: invitation.id,
    details: { email, role },
  })
  return { invitation, acceptUrl: `${origin.url}/invitations/accept?token=${token}`, token }
}
