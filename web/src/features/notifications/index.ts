export { notificationRoutes, notificationSettingsRoutes } from './notifications.routes.ts'
export { NotificationsRow } from './notifications-row.tsx'
