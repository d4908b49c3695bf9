import type { Config } from '../../platform/config/read-config.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { isWeakPassword } from '../../platform/crypto/weak-password.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Log } from '../../platform/log/log.ts'
import { recordEntry } from '../audit/index.ts'
import { createMember, membersExist } from '../members/index.ts'
import { deleteSetupTokens, insertSetupToken, lockSetup, setupTokenExists } from './auth.store.ts'
import { openSession } from './open-session.ts'
import type { Visit } from './visit.ts'

type Administrator = { email: string; name: string; password: string }

async function createFirst(db: Db, { email, name }: Administrator, passwordHash: string, ip: string | null) {
  const member = await createMember(db, { email, name, role: 'admin', passwordHash })
  await deleteSetupTokens(db)
  await recordEntry(db, {
    actorKind: ip === null ? 'system' : 'member',
    actorMemberId: ip === null ? null : member.id,
    ip,
    action: 'member.created',
    targetKind: 'member',
    targetId: member.id,
    details: { email: member.email, role: 'admin', by: 'set-up' },
  })
  return member
}

/** Creates the first administrator with the link printed at start. */
export async function setUp(
  db: Database,
  origin: Origin,
  { token, ...input }: Administrator & { token: string },
  visit: Visit,
) {
  // In this order: tokens are deleted with the first member's creation, so a missing one may have been valid.
  if (!(await setupTokenExists(db, hashToken(token))))
    throw fault((await membersExist(db)) ? 'auth.setup_closed' : 'auth.invalid_token')
  if (isWeakPassword(input.password, input)) throw fault('auth.weak_password')
  const passwordHash = await hashPassword(input.password)
  return db.transaction(async (tx) => {
    await lockSetup(tx)
    if (await membersExist(tx)) throw fault('auth.setup_closed')
    const member = await createFirst(tx, input, passwordHash, visit.ip)
    await openSession(tx, origin, member, visit)
    return { member }
  })
}

type AdministratorDeps = {
  config: Pick<Config, 'adminEmail' | 'adminPassword'>
  db: Database
  log: Log
}

/** At start: creates the administrator named in the settings, unless a member exists. */
export async function ensureAdministrator({ config, db, log }: AdministratorDeps) {
  const { adminEmail: email, adminPassword: password } = config
  if (!email || !password) return
  const input = { email, password, name: email }
  if (isWeakPassword(password, input))
    log.warn('MAILWRIGHT_ADMIN_PASSWORD is weak: choose a longer one that is not used elsewhere')
  if (await membersExist(db)) return
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await lockSetup(tx)
    if (!(await membersExist(tx))) await createFirst(tx, input, passwordHash, null)
  })
}

/** At start: a one-time link to create the first administrator; undefined once a member exists. */
export async function offerSetup(db: Database, origin: Origin): Promise<string | undefined> {
  if (await membersExist(db)) return undefined
  const token = newToken()
  await insertSetupToken(db, hashToken(token))
  return `${origin.url}/setup?token=${token}`
}
