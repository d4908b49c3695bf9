import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { asDuplicate } from './create-signature.ts'
import { sanitiseSignature } from './sanitise-signature.ts'
import { type Changes, clearDefault, findOwner, updateSignature } from './signatures.store.ts'

/** Changes only the given fields. A signature that the caller may not edit is reported as not found. */
export async function changeSignature(db: Db, caller: Caller, id: string, changes: Changes) {
  const isAdmin = caller.role === 'admin'
  const found = await findOwner(db, id, caller.memberId, isAdmin)
  if (!found) throw fault('contacts.not_found')
  if (changes.isDefault) await clearDefault(db, found.owner, id)
  const clean =
    changes.bodyHtml === undefined ? changes : { ...changes, bodyHtml: sanitiseSignature(changes.bodyHtml) }
  const signature = await updateSignature(db, id, caller.memberId, isAdmin, clean).catch(asDuplicate)
  if (!signature) throw fault('contacts.not_found')
  return { signature }
}
