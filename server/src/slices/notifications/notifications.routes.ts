import { notifications } from '@mailwright/contract/notifications'
import { implement } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { archiveNotification } from './archive-notification.ts'
import { listNotifications } from './list-notifications.ts'
import { readAllNotifications } from './read-all-notifications.ts'
import { readNotification } from './read-notification.ts'
import { readPreferences, replacePreferences } from './replace-preferences.ts'

export const notificationRoutes = (live: Live) =>
  implement(notifications, {
    list: ({ db, caller, query }) => listNotifications(db, caller, query),
    read: async ({ caller, params, statement }) =>
      readNotification(await statement(), live, caller, params.id),
    readAll: async ({ caller, statement }) => readAllNotifications(await statement(), live, caller),
    archive: async ({ caller, params, statement }) =>
      archiveNotification(await statement(), live, caller, params.id),
    preferences: ({ db, caller }) => readPreferences(db, caller.memberId),
    replacePreferences: async ({ caller, body, statement }) =>
      replacePreferences(await statement(), caller.memberId, body),
  })
