import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { countUnread, findNotifications } from './notifications.store.ts'

const pages = newestFirst('notifications')

type Query = { unread?: string; cursor?: string; limit: number }

/** `unreadCount` covers all notifications, not only this page. */
export async function listNotifications(db: Db, { memberId }: Caller, { unread, cursor, limit }: Query) {
  const filters = { unread: unread === 'true' }
  const after = pages.after(cursor, filters)
  const [rows, unreadCount] = await Promise.all([
    findNotifications(db, memberId, filters, after, limit + 1),
    countUnread(db, memberId),
  ])
  return { ...pages.page(rows, limit, filters, (row) => row.createdAt), unreadCount }
}
