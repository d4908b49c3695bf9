import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { setLinkToken } from './approval-links.store.ts'
import { composePersonal } from './compose-mail.ts'

export type PersonalMailDeps = { origin: Origin; brandName: string; oneClick: boolean }

/**
 * The body that only the approver gets. Its token exists nowhere else: the database holds a hash, and the outbox and the
 * copy in Sent hold the mail without it.
 */
export async function writePersonalMail(db: Db, deps: PersonalMailDeps, linkId: string) {
  const token = newToken()
  const link = await setLinkToken(db, linkId, hashToken(token))
  if (!link) return undefined
  const { origin, brandName, oneClick } = deps
  return composePersonal(link, {
    base: `${origin.url}/api/v1/approvals/t/${token}`,
    purpose: link.purpose,
    locale: link.locale ?? 'en',
    brandName,
    footer: link.isMember ? 'signInFooter' : oneClick ? 'oneClick' : 'footer',
  })
}
