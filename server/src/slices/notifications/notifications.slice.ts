import type { Config } from '../../platform/config/read-config.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { purgeNotifications } from './notifications.store.ts'

type NotificationDeps = { config: Pick<Config, 'notificationDays'>; live: Live }

export const createNotifications = ({ config, live }: NotificationDeps): Slice => ({
  routes: notificationRoutes(live),
  retention: [
    {
      name: 'notifications',
      schedule: '15 3 * * *',
      run: (db, batch) => purgeNotifications(db, config.notificationDays, batch),
    },
  ],
})
