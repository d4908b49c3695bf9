import type { Body } from '@mailwright/contract/route'
import type { signatures } from '@mailwright/contract/signatures'
import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { sanitiseSignature } from './sanitise-signature.ts'
import { clearDefault, insertSignature } from './signatures.store.ts'

type Input = Body<typeof signatures.create>

export async function createSignature(db: Db, caller: Caller, { scope, isDefault = false, ...input }: Input) {
  if (scope === 'org' && caller.role !== 'admin') throw fault('auth.forbidden')
  const id = newId()
  const owner = scope === 'org' ? null : caller.memberId
  const bodyHtml = sanitiseSignature(input.bodyHtml)
  if (isDefault) await clearDefault(db, owner, id)
  const signature = await insertSignature(db, { id, owner, ...input, bodyHtml, isDefault }).catch(asDuplicate)
  if (!signature) throw new Error('the insert returned no row')
  return { signature }
}

export function asDuplicate(error: unknown): never {
  if (isUniqueViolation(error, 'signatures_owner_name_key')) throw fault('contacts.duplicate_signature_name')
  throw error
}
