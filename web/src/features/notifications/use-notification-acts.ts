import type { Notification } from '@mailwright/contract/notifications'
import { useRouter } from '@tanstack/react-router'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { notificationWords } from './notifications.words.ts'

/** What can be done with a notification. */
export function useNotificationActs() {
  const t = useWords(notificationWords)
  const router = useRouter()
  const done = () => reread(['notifications'])
  const markRead = async ({ id, readAt }: Notification) => {
    if (readAt !== null) return
    await attempt(client.notifications.read({ params: { id } }))
    await done()
  }
  return {
    markRead,
    /** Goes to the place that it is about. */
    open: (notification: Notification) => {
      void markRead(notification)
      if (notification.link) router.history.push(notification.link)
    },
    archive: async ({ id }: Notification) => {
      await attempt(client.notifications.archive({ params: { id } }), t.archived)
      await done()
    },
    markAllRead: async () => {
      const result = await attempt(client.notifications.readAll({}))
      if (result) await done()
    },
  }
}
