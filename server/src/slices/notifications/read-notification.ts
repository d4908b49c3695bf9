import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { markRead } from './notifications.store.ts'

export async function readNotification(db: Db, live: Live, { memberId }: Caller, id: string) {
  const notification = await markRead(db, memberId, id)
  if (!notification) throw fault('notifications.not_found')
  const { id: notificationId, readAt } = notification
  live.publish(db, {
    memberId,
    type: 'notification.updated',
    data: { id: notificationId, readAt, archived: false },
  })
  return { notification }
}
