import type { Db } from '../../platform/db/database.ts'
import { setName } from '../members/index.ts'

export async function renameMember(db: Db, memberId: string, name: string) {
  const member = await setName(db, memberId, name)
  // Members are never deleted, so an authenticated one exists.
  if (!member) throw new Error('the member of this request is missing')
  return { member }
}
