import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Live } from '../../platform/live/live.ts'
import { publishStatus } from './notify-member.ts'
import { cancelItem, cancelPersonal, itemExists } from './outbox.store.ts'

/** Cancelling and claiming for delivery are single statements on the same row, so only one of them succeeds. */
export async function cancelMessage(db: Db, live: Live, memberId: string, id: string) {
  const item = await cancelItem(db, memberId, id)
  if (!item)
    throw fault((await itemExists(db, memberId, id)) ? 'sending.not_cancellable' : 'sending.not_found')
  publishStatus(db, live, item, 'cancelled')
  return { opId: item.id }
}

/** Withdraws mails whose personal bodies would be about something that is over. */
export async function withdrawPersonal(db: Db, live: Live, bodyIds: string[]) {
  if (bodyIds.length === 0) return
  for (const item of await cancelPersonal(db, bodyIds)) publishStatus(db, live, item, 'cancelled')
}
