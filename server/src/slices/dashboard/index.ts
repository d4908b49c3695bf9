export { createDashboard } from './dashboard.slice.ts'
