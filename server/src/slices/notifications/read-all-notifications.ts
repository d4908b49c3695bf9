import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { markAllRead } from './notifications.store.ts'

export async function readAllNotifications(db: Db, live: Live, { memberId }: Caller) {
  const read = await markAllRead(db, memberId)
  if (read > 0) live.publish(db, { memberId, type: 'notification.updated', data: { all: true } })
  return { read }
}
