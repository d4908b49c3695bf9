import type { Db } from '../../platform/db/database.ts'
import { isForeignKeyViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { signatureIsVisible } from '../signatures/index.ts'

/** A contact may refer to the member's own signatures and the organisation's. */
export async function checkSignature(db: Db, memberId: string, id: string | null | undefined) {
  if (id && !(await signatureIsVisible(db, memberId, id))) throw fault('contacts.not_found')
}

/** The signature was deleted after the check. */
export const isSignatureGone = (error: unknown) => isForeignKeyViolation(error, 'contacts_signature_id_fkey')
