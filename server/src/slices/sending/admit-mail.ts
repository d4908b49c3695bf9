import { attachmentLimit } from '@mailwright/contract/sending'
import type { Db } from '../../platform/db/database.ts'
import { readOnce } from '../../platform/db/shared-transaction.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'
import type { Fingerprints } from '../../platform/http/body-fingerprint.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import type { SendingPorts } from './ports.ts'
import { useUploads } from './uploads.store.ts'

// Checks that a mail must pass before it is recorded. Each throws the fault of the response.

export type OutboxDeps = {
  live: Live
  ports: Pick<SendingPorts, 'findMailbox' | 'findOriginal'>
  /** MAILWRIGHT_SENDING; the switches of administrators and mailboxes apply in addition. */
  enabled: boolean
  maxPerMinute: number
  /** Recognises a client token that is used for another mail. */
  fingerprints: Fingerprints
}

/** Limit for all uploads of one mail together; few servers accept more. */
const maxAttachmentBytes = 2 * attachmentLimit

/** Finds a mailbox of the member that is active. */
export async function findOwnMailbox(db: Db, { ports }: OutboxDeps, memberId: string, mailboxId: string) {
  const find = () => ports.findMailbox(db, memberId, mailboxId)
  const mailbox = isUuid(mailboxId) ? await readOnce(db, `mailbox ${memberId} ${mailboxId}`, find) : undefined
  if (!mailbox) throw fault('mailbox.not_found')
  if (mailbox.status !== 'active') throw fault('mailbox.not_active')
  return mailbox
}

export async function findOwnMessage(
  db: Db,
  { ports }: OutboxDeps,
  memberId: string,
  id: string | undefined,
) {
  if (id === undefined) return undefined
  const original = isUuid(id) ? await ports.findOriginal(db, memberId, id) : undefined
  if (!original) throw fault('webmail.message_not_found')
  return original
}

/** Marks the uploads as used; the fault names each one that does not exist. */
export async function claimUploads(db: Db, memberId: string, ids: string[]) {
  if (ids.length === 0) return
  const found = await useUploads(db, memberId, ids.filter(isUuid))
  const known = new Set(found.map((file) => file.id))
  const issues = ids.flatMap((id, i) =>
    known.has(id.toLowerCase())
      ? []
      : [
          {
            path: `/attachments/${i}/id`,
            message: `does not refer to one of your uploaded files: ${plainText(id, 60)}`,
          },
        ],
  )
  if (issues.length > 0) throw fault('request.bad_request', { details: { issues } })
  if (found.reduce((sum, file) => sum + file.size, 0) > maxAttachmentBytes)
    throw fault('request.payload_too_large', {
      details: { reason: 'attachments', maxBytes: maxAttachmentBytes },
    })
}

/** Counts the mails of a mailbox. */
export const sendWindow = (mailboxId: string) => `send:${mailboxId}`

export async function takeFromRateLimit(db: Db, { maxPerMinute }: OutboxDeps, mailboxId: string) {
  const wait = await takeFromWindow(db, sendWindow(mailboxId), maxPerMinute, 60)
  if (wait === 0) return
  throw fault('sending.rate_limited', { retryAfterSeconds: wait, details: { retryAfterMs: wait * 1000 } })
}
