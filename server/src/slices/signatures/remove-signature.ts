import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { deleteSignature } from './signatures.store.ts'

/** Address-book entries that referred to it lose the reference (a foreign key does that). */
export async function removeSignature(db: Db, caller: Caller, id: string) {
  const removed = await deleteSignature(db, id, caller.memberId, caller.role === 'admin')
  if (removed === 0) throw fault('contacts.not_found')
}
