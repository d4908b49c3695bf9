import { hashPassword } from '../../platform/crypto/passwords.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { isWeakPassword } from '../../platform/crypto/weak-password.ts'
import type { Database } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import { recordEntry } from '../audit/index.ts'
import { consumeInvitation, createMember, findInvitationByToken } from '../members/index.ts'
import { notify } from '../notifications/index.ts'
import { openSession } from './open-session.ts'
import type { Visit } from './visit.ts'

type Input = { token: string; name: string; password: string }

type Deps = { origin: Origin; live: Live }

export async function acceptInvitation(db: Database, { origin, live }: Deps, input: Input, visit: Visit) {
  const tokenHash = hashToken(input.token)
  const invitation = await findInvitationByToken(db, tokenHash)
  if (!invitation) throw fault('auth.invalid_token')
  if (isWeakPassword(input.password, { email: invitation.email, name: input.name }))
    throw fault('auth.weak_password')
  const passwordHash = await hashPassword(input.password)
  return db.transaction(async (tx) => {
    // Of two concurrent acceptances only one consumes it.
    const consumed = await consumeInvitation(tx, tokenHash)
    if (!consumed) throw fault('auth.invalid_token')
    const { email, role, invitedBy } = consumed
    const member = await createMember(tx, { email, role, name: input.name, passwordHash })
    await openSession(tx, origin, member, visit)
    await recordEntry(tx, {
      actorKind: 'member',
      actorMemberId: member.id,
      ip: visit.ip,
      action: 'invitation.accepted',
      targetKind: 'member',
      targetId: member.id,
      details: { email, role, invitationId: consumed.id },
    })
    if (invitedBy)
      await notify(tx, live, {
        memberId: invitedBy,
        kind: 'invitation.accepted',
        severity: 'info',
        params: { memberId: member.id, name: member.name, email: member.email },
        link: '/admin/members',
        dedupeKey: `invitation ${consumed.id}`,
      })
    return { member }
  })
}
