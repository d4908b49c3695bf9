import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids/ids.ts'
import { insertMember, type NewMember } from './members.store.ts'
import { normaliseEmail } from './normalise-email.ts'

export async function createMember(db: Db, member: Omit<NewMember, 'id'>) {
  try {
    const created = await insertMember(db, { ...member, id: newId(), email: normaliseEmail(member.email) })
    if (!created) throw new Error('the insert returned no row')
    return created
  } catch (error) {
    if (isUniqueViolation(error, 'members_email_key')) throw fault('governance.member_exists')
    throw error
  }
}
