import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { checkSignature, isSignatureGone } from './check-signature.ts'
import { type Changes, updateContact } from './contacts.store.ts'

/** Changes only the given fields; null clears. */
export async function changeContact(db: Db, { memberId }: Caller, id: string, changes: Changes) {
  await checkSignature(db, memberId, changes.signatureId)
  const contact = await updateContact(db, memberId, id, changes).catch(refuse)
  if (!contact) throw fault('contacts.not_found')
  return { contact }
}

function refuse(error: unknown): never {
  throw isSignatureGone(error) ? fault('contacts.not_found') : error
}
