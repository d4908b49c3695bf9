export { runRoutes } from './executions.routes.ts'
export { RunsRow } from './runs-row.tsx'
