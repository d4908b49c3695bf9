import { hashPassword, needsRehash, spendEqualTime, verifyPassword } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { recordEntry } from '../audit/index.ts'
import { findPasswordByEmail, normaliseEmail, passwordStillOpens, replacePassword } from '../members/index.ts'
import { openSession, type Visit } from './open-session.ts'

type Input = { email: string; password: string }

/** Known and unknown members, right and wrong passwords, cost the same time and get the same refusal. */
export async function signIn(db: Database, origin: Origin, input: Input, visit: Visit) {
  const found = await findPasswordByEmail(db, normaliseEmail(input.email))
  if (!found?.passwordHash) {
    await spendEqualTime(input.password)
    throw fault('auth.invalid_credentials')
  }
  const { passwordHash, ...member } = found
  const right = await verifyPassword(input.password, passwordHash)
  if (!right || member.status !== 'active') throw fault('auth.invalid_credentials')
  const renewed = needsRehash(passwordHash) ? await hashPassword(input.password) : undefined
  await db.transaction(async (tx) => {
    if (!(await passwordStillOpens(tx, member.id, passwordHash))) throw fault('auth.invalid_credentials')
    if (renewed) await replacePassword(tx, member.id, passwordHash, renewed)
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
