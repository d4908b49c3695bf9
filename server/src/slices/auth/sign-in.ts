import { hashPassword, needsRehash, spendEqualTime, verifyPassword } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { recordEntry } from '../audit/index.ts'
import { findPasswordByEmail, lockValidPassword, normaliseEmail, replacePassword } from '../members/index.ts'
import { openSession, type Visit } from './open-session.ts'

type Input = { email: string; password: string }

/** Takes the same time and fails with the same error for unknown members and wrong passwords. */
export async function signIn(db: Database, origin: Origin, input: Input, visit: Visit) {
  const found = await findPasswordByEmail(db, normaliseEmail(input.email))
  if (!found?.passwordHash) {
    await spendEqualTime(input.password)
    throw fault('auth.invalid_credentials')
  }
  const { passwordHash, ...member } = found
  const isCorrect = await verifyPassword(input.password, passwordHash)
  if (!isCorrect || member.status !== 'active') throw fault('auth.invalid_credentials')
  const rehashed = needsRehash(passwordHash) ? await hashPassword(input.password) : undefined
  await db.transaction(async (tx) => {
    if (!(await lockValidPassword(tx, member.id, passwordHash))) throw fault('auth.invalid_credentials')
    if (rehashed) await replacePassword(tx, member.id, passwordHash, rehashed)
    await openSession(tx, origin, member.id, visit)
    await recordEntry(tx, {
      actorKind: 'member',
      actorMemberId: member.id,
      ip: visit.ip,
      action: 'session.opened',
      targetKind: 'member',
      targetId: member.id,
    })
  })
  return { member }
}
