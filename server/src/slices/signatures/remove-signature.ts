import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { deleteSignature } from './signatures.store.ts'

/** A foreign key clears the references from contacts. */
export async function removeSignature(db: Db, caller: Caller, id: string) {
  const removed = await deleteSignature(db, id, caller.memberId, caller.role === 'admin')
  if (removed === 0) throw fault('contacts.not_found')
}
