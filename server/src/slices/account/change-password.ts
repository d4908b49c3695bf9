import type { account } from '@mailwright/contract/account'
import { hashPassword, verifyPassword } from '../../platform/crypto/passwords.ts'
import { isWeakPassword } from '../../platform/crypto/weak-password.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { deleteSessions } from '../auth/index.ts'
import { findPasswordById, replacePassword } from '../members/index.ts'

type PasswordCall = Call<typeof account.changePassword>

/** Verifies and hashes before the transaction begins, so that no lock is held during argon2. */
export async function changePassword(live: Live, call: PasswordCall) {
  const { caller, body } = call
  const member = await findPasswordById(call.db, caller.memberId)
  if (!member?.passwordHash) throw fault('auth.invalid_credentials')
  if (!(await verifyPassword(body.currentPassword, member.passwordHash)))
    throw fault('auth.invalid_current_password')
  if (isWeakPassword(body.newPassword, member)) throw fault('auth.weak_password')
  const newHash = await hashPassword(body.newPassword)
  const tx = await call.transaction()
  // A concurrent change came first: the given password is no longer the current one.
  if (!(await replacePassword(tx, member.id, member.passwordHash, newHash)))
    throw fault('auth.invalid_current_password')
  const current = caller.via.kind === 'session' ? caller.via.sessionId : null
  const sessionsRevoked = body.revokeOtherSessions ? await deleteSessions(tx, member.id, current) : 0
  // The remaining session reconnects its channel.
  if (sessionsRevoked > 0) live.closeMember(tx, member.id)
  await recordEntry(tx, {
    ...actorOf(call),
    action: 'member.password_changed',
    targetKind: 'member',
    targetId: member.id,
    details: { sessionsRevoked },
  })
}
