import { signatures, webmailSignatures } from '@mailwright/contract/signatures'
import { type Handlers, implement } from '../../platform/http/call.ts'
import { changeSignature } from './change-signature.ts'
import { createSignature } from './create-signature.ts'
import { removeSignature } from './remove-signature.ts'
import { findSignatures } from './signatures.store.ts'

const handlers: Handlers<typeof signatures> = {
  list: async ({ db, caller }) => ({ signatures: await findSignatures(db, caller.memberId) }),
  // A new default clears the old one: two statements.
  create: async ({ caller, body, statement, transaction }) =>
    createSignature(await (body.isDefault ? transaction() : statement()), caller, body),
  update: async ({ caller, params, body, transaction }) =>
    changeSignature(await transaction(), caller, params.id, body),
  remove: async ({ caller, params, statement }) => removeSignature(await statement(), caller, params.id),
}

// The deprecated paths serve the same four operations.
export const signatureRoutes = () => [
  ...implement(signatures, handlers),
  ...implement(webmailSignatures, handlers),
]
