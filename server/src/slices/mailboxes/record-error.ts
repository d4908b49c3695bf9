import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { notify } from '../notifications/index.ts'
import { lockHealth, recordFailure } from './health.store.ts'
import type { LastError } from './mailboxes.store.ts'

export type MailboxFault = {
  /** `auth_failed` counts towards the end; `grant_revoked` is the end. Others pass, and are tried again. */
  kind: string
  message: string
  code?: string
  operation: string
  httpStatus?: number
}

const maxAuthFailures = 3
// What passes by itself is not worth a word; what lasts this long is.
const quietSeconds = 15 * 60
const maxCharacters = 500

const lastErrorOf = ({ kind, message, code, operation, httpStatus }: MailboxFault): LastError => ({
  kind,
  operation,
  at: new Date().toISOString(),
  // From a stranger's server: it may be long, or hold what the database refuses.
  message: plainText(message, maxCharacters),
  ...(code === undefined ? {} : { code: plainText(code, maxCharacters) }),
  ...(httpStatus === undefined ? {} : { httpStatus }),
})

async function record(db: Db, live: Live, mailboxId: string, fault: MailboxFault): Promise<boolean> {
  const health = await lockHealth(db, mailboxId)
  if (!health) return false
  const authFailures = health.authFailures + (fault.kind === 'auth_failed' ? 1 : 0)
  const isOver =
    health.status === 'active' && (fault.kind === 'grant_revoked' || authFailures >= maxAuthFailures)
  const isWorthAWord = isOver || (health.failingSeconds ?? 0) >= quietSeconds
  const notified = health.notified || isWorthAWord
  await recordFailure(db, mailboxId, { error: lastErrorOf(fault), authFailures, isOver, notified })
  const { memberId, address } = health
  if (notified && !health.notified)
    await notify(db, live, {
      memberId,
      kind: 'mailbox.error',
      severity: 'error',
      params: { mailboxId, address, kind: fault.kind },
    })
  const status = isOver ? 'error' : health.status
  live.publish(db, { memberId, type: 'mailbox.updated', data: { mailboxId, status } })
  return isOver
}

/**
 * Writes down what went wrong. After three refused sign-ins in a row the mailbox is in error: nobody mirrors it
 * any more, and the member hears of it once. Tells whether this was the end.
 */
export const recordError = (
  db: Database,
  live: Live,
  mailboxId: string,
  fault: MailboxFault,
): Promise<boolean> => db.transaction((tx) => record(tx, live, mailboxId, fault))
