import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

/** How many notifications are unread. */
export const useUnreadCount = () =>
  useQuery(read(client.notifications.list, { query: { unread: 'true', limit: 1 } })).data?.unreadCount ?? 0
