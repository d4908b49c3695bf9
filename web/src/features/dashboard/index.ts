export { dashboardRoutes } from './dashboard.routes.ts'
export { DashboardRow } from './dashboard-row.tsx'
