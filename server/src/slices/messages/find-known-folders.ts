import type { Db } from '../../platform/db/database.ts'
import { findOwnKeys } from './folders.store.ts'
import { isSystemFolder } from './system-folders.ts'

/** The keys that name a folder of the member. Every member has the system folders. */
export async function findKnownFolders(db: Db, memberId: string, keys: string[]): Promise<Set<string>> {
  const personal = keys.filter((key) => !isSystemFolder(key))
  const own = personal.length > 0 ? await findOwnKeys(db, memberId, personal) : []
  return new Set([...keys.filter(isSystemFolder), ...own.map(({ key }) => key)])
}
