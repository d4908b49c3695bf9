import type { Domain } from './route.ts'
import { signatures, webmailSignatures } from './signatures.ts'

/** Every route of the product by domain: its table of contents. */
export const api = {
  signatures,
  webmailSignatures,
} satisfies Record<string, Domain>
