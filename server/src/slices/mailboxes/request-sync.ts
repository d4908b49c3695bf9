import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { wakeOwner } from './lease/lease.store.ts'
import { lockMailbox } from './mailboxes.store.ts'
import { requestResync, requestSync as requestRow } from './requests.store.ts'

export async function requestSync(db: Db, { memberId }: Caller, id: string) {
  const found = await requestRow(db, memberId, id)
  if (!found) throw fault('mailbox.not_found')
  if (found.status !== 'active') throw fault('mailbox.not_active')
  // Also for a repeated request: the owner may have missed the first notification.
  await wakeOwner(db, found.id)
  return { enqueued: found.enqueued }
}

const maxDays = 92
const dayMs = 24 * 60 * 60 * 1000

/** Asks the owner of the mailbox to read a past period again. */
export async function requestPastSync(db: Db, { memberId }: Caller, id: string, since: Date) {
  const age = Date.now() - since.getTime()
  if (age <= 0 || age > maxDays * dayMs) throw fault('mailbox.resync_window_invalid')
  const mailbox = await lockMailbox(db, memberId, id)
  if (!mailbox) throw fault('mailbox.not_found')
  if (mailbox.status !== 'active') throw fault('mailbox.not_active')
  const enqueued = await requestResync(db, mailbox.id, since)
  await wakeOwner(db, mailbox.id)
  return { enqueued }
}
