export { useUnreadCount } from './notifications.queries.ts'
export { notificationRoutes, notificationSettingsRoutes } from './notifications.routes.ts'
export { NotificationsRow } from './notifications-row.tsx'
