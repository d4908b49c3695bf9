import { attachmentLimit } from '@mailwright/contract/sending'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import type { SendingPorts } from './ports.ts'
import { useUploads } from './uploads.store.ts'

// What a mail must pass before it is recorded. Each throws the fault that the caller is told.

export type OutboxDeps = {
  live: Live
  ports: Pick<SendingPorts, 'findMailbox' | 'findOriginal'>
  /** The setting; an administrator's switch comes on top. */
  enabled: boolean
  maxPerMinute: number
}

/** What all uploads of one mail may weigh together: few servers take more. */
const maxBytes = 2 * attachmentLimit

/** One that may send now. */
export async function findOwnMailbox(db: Db, { ports }: OutboxDeps, memberId: string, mailboxId: string) {
  const mailbox = isUuid(mailboxId) ? await ports.findMailbox(db, memberId, mailboxId) : undefined
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

/** Names each that is not there. */
export async function claimUploads(db: Db, memberId: string, ids: string[]) {
  if (ids.length === 0) return
  const found = await useUploads(db, memberId, ids.filter(isUuid))
  const known = new Set(found.map((file) => file.id))
  const issues = ids.flatMap((id, i) =>
    known.has(id.toLowerCase())
      ? []
      : [{ path: `/attachments/${i}/id`, message: `names no uploaded file of yours: ${plainText(id, 60)}` }],
  )
  if (issues.length > 0) throw fault('request.bad_request', { details: { issues } })
  if (found.reduce((sum, file) => sum + file.size, 0) > maxBytes)
    throw fault('request.payload_too_large', { details: { reason: 'attachments', maxBytes } })
}

export async function takeFromRateLimit(db: Db, { maxPerMinute }: OutboxDeps, mailboxId: string) {
  const wait = await takeFromWindow(db, `send:${mailboxId}`, maxPerMinute, 60)
  if (wait === 0) return
  throw fault('sending.rate_limited', { retryAfterSeconds: wait, details: { retryAfterMs: wait * 1000 } })
}
