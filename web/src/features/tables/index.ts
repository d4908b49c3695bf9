export { tableRoutes } from './tables.routes.ts'
export { TablesRow } from './tables-row.tsx'
