import { account } from './account.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { contacts } from './contacts.ts'
import { incidents } from './incidents.ts'
import { instance } from './instance.ts'
import { members } from './members.ts'
import { notifications } from './notifications.ts'
import type { Domain } from './route.ts'
import { signatures, webmailSignatures } from './signatures.ts'

/** Every route of the product by domain: its table of contents. */
export const api = {
  instance,
  auth,
  account,
  apiKeys,
  members,
  audit,
  notifications,
  incidents,
  contacts,
  signatures,
  webmailSignatures,
} satisfies Record<string, Domain>
