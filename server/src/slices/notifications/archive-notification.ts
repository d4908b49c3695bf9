import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { markArchived } from './notifications.store.ts'

/** Idempotent. */
export async function archiveNotification(db: Db, live: Live, { memberId }: Caller, id: string) {
  const archived = await markArchived(db, memberId, id)
  if (!archived) throw fault('notifications.not_found')
  live.publish(db, { memberId, type: 'notification.updated', data: { id: archived.id, archived: true } })
}
