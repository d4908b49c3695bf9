import type { Db } from '../../platform/db/database.ts'
import { isForeignKeyViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { signatureIsVisible } from '../signatures/index.ts'

/** A contact may refer to what the member sees: their own signatures and the organisation's. */
export async function checkSignature(db: Db, memberId: string, id: string | null | undefined) {
  if (id && !(await signatureIsVisible(db, memberId, id))) throw fault('contacts.not_found')
}

/** It may have been deleted since it was looked at. */
export const isSignatureGone = (error: unknown) => isForeignKeyViolation(error, 'contacts_signature_id_fkey')
