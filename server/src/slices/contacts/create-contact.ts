import type { contacts } from '@mailwright/contract/contacts'
import type { Body } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { checkSignature, isSignatureGone } from './check-signature.ts'
import { insertContact } from './contacts.store.ts'
import { normaliseAddress } from './normalise-address.ts'

type Input = Body<typeof contacts.create>

export async function createContact(db: Db, { memberId }: Caller, input: Input) {
  const { name = null, notes = null, signatureId = null } = input
  await checkSignature(db, memberId, signatureId)
  const email = normaliseAddress(input.email)
  const contact = await insertContact(db, { id: newId(), memberId, email, name, notes, signatureId }).catch(
    toFault,
  )
  if (!contact) throw new Error('the insert returned no row')
  return { contact }
}

function toFault(error: unknown): never {
  if (isUniqueViolation(error, 'contacts_member_email_key')) throw fault('contacts.duplicate_address')
  if (isSignatureGone(error)) throw fault('contacts.not_found')
  throw error
}
