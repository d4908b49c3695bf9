import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Fingerprints } from '../../platform/http/body-fingerprint.ts'
import { claimToken, findToken, storeReply } from './review-tokens.store.ts'

type Request = { memberId: string; clientToken: string; content: object }

/**
 * Does the work once for a token of the member; a repeat gets the stored reply. In the transaction of the work: requests
 * that come meanwhile wait for it, and after a failure one of them does the work.
 */
export async function oncePerToken<R extends object>(
  db: Db,
  fingerprints: Fingerprints,
  { memberId, clientToken, content }: Request,
  work: () => Promise<R>,
): Promise<R> {
  const token = hashToken(clientToken)
  if ((await claimToken(db, memberId, token, await fingerprints.of(content))) === 0) {
    const known = await findToken<R>(db, memberId, token)
    if (!known?.reply) throw new Error('client token neither claimed nor answered')
    if (!(await fingerprints.matches(content, known))) throw fault('idempotency.key_reused')
    return known.reply
  }
  const reply = await work()
  await storeReply(db, memberId, token, reply)
  return reply
}
