import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { notify } from '../notifications/index.ts'
import { lockHealth, recordFailure } from './health.store.ts'
import type { LastError } from './mailboxes.store.ts'

export type MailboxFault = {
  /** `grant_revoked` puts the mailbox in error at once, `auth_failed` after several in a row. Others are retried. */
  kind: string
  message: string
  code?: string
  operation: string
  httpStatus?: number
}

const maxAuthFailures = 3
// Transient failures are only reported to the member once they have lasted this long.
const notifyAfterSeconds = 15 * 60
const maxCharacters = 500

const lastErrorOf = ({ kind, message, code, operation, httpStatus }: MailboxFault): LastError => ({
  kind,
  operation,
  at: new Date().toISOString(),
  // Text from a foreign server: it may be too long or contain characters that the database rejects.
  message: plainText(message, maxCharacters),
  ...(code === undefined ? {} : { code: plainText(code, maxCharacters) }),
  ...(httpStatus === undefined ? {} : { httpStatus }),
})

async function record(db: Db, live: Live, mailboxId: string, fault: MailboxFault): Promise<boolean> {
  const health = await lockHealth(db, mailboxId)
  if (!health) return false
  const authFailures = health.authFailures + (fault.kind === 'auth_failed' ? 1 : 0)
  const deactivate =
    health.status === 'active' && (fault.kind === 'grant_revoked' || authFailures >= maxAuthFailures)
  const shouldNotify = deactivate || (health.failingSeconds ?? 0) >= notifyAfterSeconds
  const notified = health.notified || shouldNotify
  await recordFailure(db, mailboxId, { error: lastErrorOf(fault), authFailures, deactivate, notified })
  const { memberId, address } = health
  if (notified && !health.notified)
    await notify(db, live, {
      memberId,
      kind: 'mailbox.error',
      severity: 'error',
      params: { mailboxId, address, kind: fault.kind },
      link: `/mailboxes/${mailboxId}`,
    })
  const status = deactivate ? 'error' : health.status
  live.publish(db, { memberId, type: 'mailbox.updated', data: { mailboxId, status } })
  return deactivate
}

/**
 * Records a failure. After three consecutive rejected sign-ins the mailbox goes to `error`: it is no longer mirrored,
 * and the member is notified once. Returns whether this failure put it in error.
 */
export const recordError = (
  db: Database,
  live: Live,
  mailboxId: string,
  fault: MailboxFault,
): Promise<boolean> => db.transaction((tx) => record(tx, live, mailboxId, fault))
