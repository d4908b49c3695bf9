import type { Db } from '../../platform/db/database.ts'
import { findPreferences } from '../members/index.ts'

export async function readPreferences(db: Db, memberId: string) {
  const found = await findPreferences(db, memberId)
  // Members are never deleted, so an authenticated one exists.
  if (!found) throw new Error('the member of this request is missing')
  return found
}
