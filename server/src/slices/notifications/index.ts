export { createNotifications } from './notifications.slice.ts'
export { notify } from './notify.ts'
