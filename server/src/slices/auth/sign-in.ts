import { createHash } from 'node:crypto'
import { hashPassword, needsRehash, spendEqualTime, verifyPassword } from '../../platform/crypto/passwords.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError, fault } from '../../platform/errors/app-error.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import { recordEntry } from '../audit/index.ts'
import { findPasswordByEmail, lockValidPassword, normaliseEmail, replacePassword } from '../members/index.ts'
import { notify } from '../notifications/index.ts'
import { openSession } from './open-session.ts'
import { isKnownVisitor, isNewPlace } from './sign-in-sources.ts'
import type { Visit } from './visit.ts'

type Input = { email: string; password: string }

type SignInDeps = { origin: Origin; live: Live; maxPerAccount: number }
const windowSeconds = 15 * 60

// The same for addresses without an account, which are stored as a hash.
const bucketOf = (email: string) => `account:signIn:${createHash('sha256').update(email).digest('base64url')}`

/**
 * Limits failures per account, from whatever addresses. It does not apply to an address or browser that has signed in
 * before, so that an attacker cannot lock the member out.
 */
async function withAccountLimit<T>(
  db: Database,
  { origin, maxPerAccount }: SignInDeps,
  email: string,
  visit: Visit,
  attempt: () => Promise<T>,
): Promise<T> {
  if (await isKnownVisitor(db, origin, email, visit)) return attempt()
  const take = (amount: number) => takeFromWindow(db, bucketOf(email), maxPerAccount, windowSeconds, amount)
  const retryAfterSeconds = await take(1)
  if (retryAfterSeconds > 0) throw fault('auth.too_many_attempts', { retryAfterSeconds })
  try {
    const result = await attempt()
    await take(-1).catch(() => undefined)
    return result
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'auth.invalid_credentials'
    if (!isWrong) await take(-1).catch(() => undefined)
    throw error
  }
}

export const signIn = (db: Database, deps: SignInDeps, input: Input, visit: Visit) => {
  const email = normaliseEmail(input.email)
  return withAccountLimit(db, deps, email, visit, () => verify(db, deps, { ...input, email }, visit))
}

/** Opens the session, and tells the member when it was opened from a place that is new to the account. */
async function open(
  db: Db,
  { origin, live }: SignInDeps,
  member: { id: string; email: string },
  visit: Visit,
) {
  const isNew = await isNewPlace(db, origin, { ...member, email: normaliseEmail(member.email) }, visit)
  const { id: sessionId, userAgent } = await openSession(db, origin, member, visit)
  if (!isNew) return
  await notify(db, live, {
    memberId: member.id,
    kind: 'auth.new_sign_in',
    severity: 'warning',
    params: { sessionId, ip: visit.ip, userAgent },
    link: '/account/sessions',
    dedupeKey: `sign-in ${sessionId}`,
  })
}

/** Takes the same time and fails with the same error for unknown members and wrong passwords. */
async function verify(db: Database, deps: SignInDeps, input: Input, visit: Visit) {
  const found = await findPasswordByEmail(db, input.email)
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
    await open(tx, deps, member, visit)
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
