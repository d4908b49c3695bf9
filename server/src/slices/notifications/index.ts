export { createNotifications } from './notifications.slice.ts'
export { purgeNotifications } from './notifications.store.ts'
export { notify, type Wanted as WantedNotification } from './notify.ts'
