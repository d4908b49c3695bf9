import type { Live } from '../../platform/live/live.ts'
import { notificationRoutes } from './notifications.routes.ts'

export const createNotifications = ({ live }: { live: Live }) => ({ routes: notificationRoutes(live) })
