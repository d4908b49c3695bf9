export { createNotifications } from './notifications.slice.ts'
export { purgeNotifications } from './notifications.store.ts'
export { notify } from './notify.ts'
